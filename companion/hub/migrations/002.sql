CREATE INDEX games_by_title ON games (title, started_at); -- for the ladder of each
