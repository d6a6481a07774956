"""Queries of the hub's page: evenings, leagues, ratings, and the fairness of dice.

A name means the same person throughout the café, as it does at a table. Undone games never count;
unfinished ones count only in an evening's list and for the dice. Games that an admin leaves out
stay in that list alone. Months and evenings follow the database's clock; games until five in the
morning belong to the evening before.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import psycopg
from psycopg.rows import DictRow, dict_row

from companion.log.fairness import fairness
from engine.core.names import person_key
from engine.core.places import shared_places

CONNECT_SECONDS = 3
MAX_QUERY_MS = 5000  # of a query
MAX_GAMES_PER_EVENING = 500  # listed of one evening
MAX_PLAYERS_PER_GAME = 20  # of one game; no game here allows more
MAX_RATED_GAMES = 3_000  # the newest games that count for the ratings
MIN_GAME_SECONDS = 30  # of a game in leagues and ratings: with a real box, nobody wins sooner
FAIRNESS_DAYS = 92
START_RATING, RATING_STEP = 1500.0, 24.0  # A. Elo, "The Rating of Chessplayers", 1978
_NIGHT = "interval '5 hours'"  # after midnight, when games belong to the evening before
# By wall-clock time: when the clock changes, that night is an hour shorter or longer.
_EVENING = f"(started_at::timestamp - {_NIGHT})::date"
_LINE = """SELECT g.table_id AS "table", tables.name AS table_name, g.game, g.box, g.title, g.unit,
 g.started_at AS began, g.ended_at AS ended, g.names, g.scores, g.places
 FROM {} g LEFT JOIN tables ON tables.id = g.table_id"""

_LASTED = f"ended_at >= started_at + interval '{MIN_GAME_SECONDS} seconds'"
_FIRST = f"%(first)s::date + {_NIGHT}"
_IN_MONTH = f"started_at >= {_FIRST} AND started_at < {_FIRST} + interval '1 month'"
_IN_EVENING = f"started_at >= {_FIRST} AND started_at < {_FIRST} + interval '1 day'"

Database = psycopg.Connection[DictRow]


def connect(address: str) -> Database:
    """Return a read-only connection to the archive; raises `psycopg.OperationalError`."""
    options = f"-c statement_timeout={MAX_QUERY_MS} -c default_transaction_read_only=on"
    wait = CONNECT_SECONDS
    return psycopg.connect(address, options=options, connect_timeout=wait, row_factory=dict_row)


def tables(db: Database) -> dict[str, dict[str, Any]]:
    """Return all tables that ever joined, by id: name, when last seen, newest state."""
    found = db.execute("SELECT id, name, seen_at AS seen, state FROM tables")
    return {row.pop("id"): row for row in found}


def table_history(db: Database, table: str) -> dict[str, Any]:
    """Return the newest games of a table, and the notices about it."""
    games = db.execute(
        f"""{_LINE.format("games")} WHERE counts AND table_id = %s
        ORDER BY started_at DESC LIMIT 20""".encode(),
        (table,),
    )
    notices = "SELECT at, code, detail FROM notices WHERE table_id = %s ORDER BY id DESC LIMIT 20"
    return {"games": games.fetchall(), "notices": db.execute(notices, (table,)).fetchall()}


def months(db: Database) -> list[str]:
    """Return the months with games, as YYYY-MM, newest first."""
    # One index lookup for each month, however many games there are.
    found = db.execute(
        f"""WITH RECURSIVE month AS (
          SELECT date_trunc('month', max(started_at)::timestamp - {_NIGHT}) AS first FROM games
          UNION ALL
          SELECT (SELECT date_trunc('month', max(started_at)::timestamp - {_NIGHT}) FROM games
            WHERE started_at < first + {_NIGHT})
          FROM month WHERE first IS NOT NULL)
        SELECT to_char(first, 'YYYY-MM') AS month FROM month WHERE first IS NOT NULL""".encode()
    )
    return [row["month"] for row in found]


def evenings(db: Database, month: date) -> list[DictRow]:
    """Return each evening of a month with its number of games and tables, newest first."""
    return db.execute(
        f"""SELECT {_EVENING} AS day, count(*) AS games, count(DISTINCT table_id) AS tables
        FROM games WHERE counts AND {_IN_MONTH}
        GROUP BY day ORDER BY day DESC""".encode(),
        {"first": month},
    ).fetchall()


def evening_games(db: Database, day: date) -> list[DictRow]:
    """Return the games of an evening, newest first, `MAX_GAMES_PER_EVENING` at most."""
    return db.execute(
        f"""{_LINE.format("games")} WHERE counts AND {_IN_EVENING}
        ORDER BY started_at DESC LIMIT {MAX_GAMES_PER_EVENING}""".encode(),
        {"first": day},
    ).fetchall()


def evening_tables(db: Database, day: date) -> list[str]:
    """Return the tables that played in an evening, also those whose games are not listed."""
    select = f"SELECT DISTINCT table_id FROM games WHERE counts AND {_IN_EVENING} ORDER BY table_id"
    return [row["table_id"] for row in db.execute(select.encode(), {"first": day})]


def month_games(db: Database, month: date) -> list[DictRow]:
    """Return the games of a month that count in its leagues, oldest first."""
    return db.execute(
        f"""{_LINE.format("counted")} WHERE {_LASTED} AND {_IN_MONTH}
        ORDER BY started_at""".encode(),
        {"first": month},
    ).fetchall()


@dataclass
class RankedPerson:
    """A person in a league or in the ratings; equal people share a `rank`."""

    name: str
    rank: int = 0
    games: int = 0
    won: int = 0
    points: float = 0.0
    rating: float = START_RATING


def league(db: Database, month: date, title: str) -> list[RankedPerson]:
    """Return the league of a game in a month.

    A game gives one point for each player placed lower, and half a point for each player with the
    same place. People with equal points and wins share a rank.
    """
    found = db.execute(
        f"""SELECT player.name, max(started_at) AS newest, count(*) AS games,
          count(*) FILTER (WHERE player.place = 1) AS won, sum(points)::float AS points
        FROM counted,
          LATERAL unnest(names, places) AS player (name, place),
          LATERAL (SELECT sum(CASE WHEN other > place THEN 1 WHEN other = place THEN 0.5 END) - 0.5
                   AS points FROM unnest(places) AS other) AS reached
        WHERE {_LASTED} AND title = %(title)s AND {_IN_MONTH}
        AND cardinality(names) BETWEEN 2 AND %(most)s AND array_position(places, NULL) IS NULL
        AND cardinality(places) = cardinality(names)
        GROUP BY player.name ORDER BY newest""".encode(),
        {"first": month, "title": title, "most": MAX_PLAYERS_PER_GAME},
    )
    people: dict[str, RankedPerson] = {}
    for row in found:  # spellings of the same name are one person
        one = people.setdefault(person_key(row["name"]), RankedPerson(row["name"]))
        one.name = row["name"]  # the latest spelling
        one.games += row["games"]
        one.won += row["won"]
        one.points += row["points"]
    return _ranked(people.values(), lambda one: (one.points, one.won))


def elo_ratings(db: Database, title: str) -> list[RankedPerson]:
    """Return all players of a game with their Elo ratings, from its newest `MAX_RATED_GAMES`.

    A game of more than two counts as one game for each pair, with smaller steps: in all it moves a
    rating no further than a game of two.
    """
    found = db.execute(
        f"""SELECT names, places FROM counted WHERE {_LASTED} AND places IS NOT NULL AND title = %s
        AND cardinality(names) <= %s ORDER BY started_at DESC LIMIT %s""".encode(),
        (title, MAX_PLAYERS_PER_GAME, MAX_RATED_GAMES),
    ).fetchall()
    people: dict[str, RankedPerson] = {}
    for game in reversed(found):
        if len(game["names"]) == len(game["places"]) > 1 and None not in game["places"]:
            _rate([people.setdefault(person_key(n), RankedPerson(n)) for n in game["names"]], game)
    return _ranked(people.values(), lambda one: round(one.rating))


def titles(db: Database, month: date) -> list[str]:
    """Return the titles of the games in a month, the most played first."""
    found = db.execute(
        f"""SELECT title FROM counted WHERE {_LASTED} AND places IS NOT NULL AND {_IN_MONTH}
        GROUP BY title ORDER BY count(*) DESC, title""".encode(),
        {"first": month},
    )
    return [row["title"] for row in found]


def dice_fairness(db: Database) -> dict[str, Any]:
    """Return the `fairness` of the dice rolled in the last `FAIRNESS_DAYS` days.

    ``all`` is by the colour of the die, ``tables`` by table, with its id in place of the colour.
    All tables together share one chance of a false alarm.
    """
    sums = ", ".join(f"sum(counts[{face}])::bigint AS f{face}" for face in range(1, 7))
    found = db.execute(
        f"""SELECT d.table_id, d.body, {sums.replace("counts", "d.counts")}
        FROM counted g JOIN dice d ON d.table_id = g.table_id AND d.game = g.game
        WHERE g.started_at > now() - interval '{FAIRNESS_DAYS} days'
        AND cardinality(d.counts) = 6 AND 0 <= ALL (d.counts)
        GROUP BY d.table_id, d.body""".encode()
    )
    by_body: dict[str, list[int]] = {}
    by_table: dict[str, list[int]] = {}
    for row in found:
        counts = [row[f"f{face}"] or 0 for face in range(1, 7)]
        for sums_of, key in ((by_body, row["body"]), (by_table, row["table_id"])):
            before = sums_of.get(key, [0] * 6)
            sums_of[key] = [one + other for one, other in zip(before, counts, strict=True)]
    return {"all": fairness(by_body), "tables": fairness(by_table)[1:]}


def left_out_of_leagues(db: Database) -> list[DictRow]:
    """Return what leagues leave out: table and evening, where "" is each of them."""
    return db.execute('SELECT table_id AS "table", evening FROM left_out').fetchall()


def game_rows(db: Database, table: str, game: str) -> list[DictRow]:
    """Return the rows of a game as its table logged them."""
    return db.execute(
        """SELECT seq, kind, body, source, who, logged_at AS at, checksum FROM rows
        WHERE table_id = %s AND game = %s ORDER BY seq""",
        (table, game),
    ).fetchall()


def _rate(players: Sequence[RankedPerson], game: DictRow) -> None:
    """Update the ratings of the `players` of a game, by seat."""
    places, step = game["places"], RATING_STEP / (len(players) - 1)
    strengths = [10 ** (player.rating / 400) for player in players]
    for seat, (player, name) in enumerate(zip(players, game["names"], strict=True)):
        player.name = name
        player.games += 1
        player.won += places[seat] == 1
        for other, strength in enumerate(strengths):
            if other != seat:
                level = places[seat] == places[other]
                result = 0.5 if level else float(places[seat] < places[other])
                player.rating += step * (result - strengths[seat] / (strengths[seat] + strength))


def _ranked(people: Iterable[RankedPerson], merit: Any) -> list[RankedPerson]:
    by_name = sorted(people, key=lambda one: one.name.casefold())
    places = shared_places({at: merit(one) for at, one in enumerate(by_name)})
    for at, rank in places.items():
        by_name[at].rank = rank
    return [by_name[at] for at in places]


def with_iso_times(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return `row` with each time as text (ISO 8601)."""
    return {
        key: value.isoformat() if hasattr(value, "isoformat") else value
        for key, value in row.items()
    }
