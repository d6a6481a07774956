-- Games that leagues, ladder and dice leave out: those of a table (empty: of all) in one evening
-- (empty: ever). No game is changed, so deleting a line restores its games.
CREATE TABLE left_out (
  table_id text NOT NULL, evening text NOT NULL, PRIMARY KEY (table_id, evening)
);
CREATE VIEW counted AS SELECT * FROM games WHERE counts AND NOT EXISTS (
  SELECT FROM left_out WHERE left_out.table_id IN ('', games.table_id)
  AND evening IN ('', to_char(started_at::timestamp - interval '5 hours', 'YYYY-MM-DD'))
);

-- The bytes that each table has sent, for its quota.
ALTER TABLE tables ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
