CREATE TABLE tables (
  id text PRIMARY KEY,
  name text NOT NULL DEFAULT '',
  joined_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz,
  online boolean NOT NULL DEFAULT false,
  state json, -- the newest that it sent
  seq integer NOT NULL DEFAULT 0, -- its newest row in the archive, with checksum and game
  checksum text NOT NULL DEFAULT '',
  game text NOT NULL DEFAULT ''
);

-- Rows exactly as in the tables' logs: `body` is not jsonb, which keeps neither the order of keys nor a
-- NUL, and `logged_at` is the log's text. `at` is the same time or, if the table's clock was plainly
-- wrong, that of arrival. `game` is the beginning of the checksum of the row that started the game,
-- empty before the first; no two games of any log share it.
CREATE TABLE rows (
  table_id text NOT NULL,
  game text NOT NULL,
  seq integer NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  body json NOT NULL,
  source text NOT NULL,
  who text NOT NULL,
  logged_at text NOT NULL,
  request text,
  request_body text,
  eye text,
  reading bigint,
  picture text,
  checksum text NOT NULL,
  PRIMARY KEY (table_id, seq, game, at)
) PARTITION BY RANGE (at);

-- Rows in the middle of a game that a table replaced after its log was restored from an earlier copy.
CREATE TABLE replaced_rows (
  LIKE rows, replaced_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (table_id, checksum)
);

CREATE TABLE games (
  table_id text NOT NULL,
  game text NOT NULL,
  first_seq integer NOT NULL,
  seq integer NOT NULL, -- the row after which it had this state
  box text NOT NULL, -- engine's id of the game
  title text NOT NULL,
  unit text NOT NULL,
  fewest_wins boolean NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz, -- null: not over
  names text[] NOT NULL,
  scores bigint[] NOT NULL,
  places integer[],
  feats json NOT NULL,
  counts boolean NOT NULL DEFAULT true, -- false: its start was undone
  PRIMARY KEY (table_id, game)
);
CREATE INDEX games_by_time ON games (started_at);

-- How often each face came, by the colour of the die (companion/log/statistics.py).
CREATE TABLE dice (
  table_id text NOT NULL,
  game text NOT NULL,
  body text NOT NULL,
  dice_set text NOT NULL,
  counts bigint[] NOT NULL,
  PRIMARY KEY (table_id, game, body)
);

CREATE TABLE notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  table_id text NOT NULL,
  code text NOT NULL,
  detail json NOT NULL
);
