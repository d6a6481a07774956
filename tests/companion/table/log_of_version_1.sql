CREATE TABLE evidence (
  seq INTEGER PRIMARY KEY REFERENCES row (seq),
  jpeg BLOB NOT NULL CHECK (length(jpeg) <= 40960)
) STRICT;
INSERT INTO "evidence" VALUES(3,X'FFD8FFE020612070696374757265');
INSERT INTO "evidence" VALUES(8,X'FFD8FFE020612070696374757265');
CREATE TABLE row (
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('start', 'action', 'undo', 'correct')),
  body TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('camera', 'hand', 'correction', 'clock', 'draw')),
  who TEXT NOT NULL,
  at TEXT NOT NULL,
  request TEXT UNIQUE,
  asked TEXT,
  eye TEXT,
  reading INTEGER,
  UNIQUE (eye, reading)
) STRICT;
INSERT INTO "row" VALUES(1,'start','{"game":"last_chance","setup":{"names":["Ana","Ben","Cleo"],"first_seat":0,"preset":"ravensburger_1994","options":{"tell_odds":true,"money":"ravensburger","cards_in_game":7,"next_flipper":"left_of_previous_flipper","initial_roll":true,"opener":"none","opener_after_elim":"left_of_eliminated","banker":0,"min_bid":"one_step","no_bid":"flipper_or_last_cracker_free","pass_is_final":false,"auction_clock":"every_3s","overbid":"eliminate_at_sale","elim_cash":"to_bank","lc_enabled":true,"lc_per_player":1,"lc_zero":"allow","bet_visibility":"open","bets_to_cracker":false,"lock":"free","early_stop":false,"joker_vs_printed":"may_equal","joker_mode":"L_and_C","bank_limit":"unlimited","one_left":"end_survivor_wins","tie":"shared"}}}','hand','tablet','2026-11-22T04:25:32.661+00:00','id-1','{"first_seat": 0, "game": "last_chance", "names": ["Ana", "Ben", "Cleo"], "type": "start"}',NULL,NULL);
INSERT INTO "row" VALUES(2,'action','{"action":{"type":"flip","symbols":["2","3","4","5","6"],"prize":160000,"attempts":4}}','hand','tablet','2026-11-22T04:25:32.675+00:00','id-2','{"attempts": 4, "prize": 160000, "symbols": ["2", "3", "4", "5", "6"], "type": "flip"}',NULL,NULL);
INSERT INTO "row" VALUES(3,'action','{"action":{"type":"roll","faces":["1","2","3","4","5"]},"dice":{"faces":["1","2","3","4","5"],"kept":[]}}','hand','tablet','2026-11-22T04:25:32.702+00:00','id-3','{"faces": ["1", "2", "3", "4", "5"], "number": 1, "type": "dice"}','run1',1);
INSERT INTO "row" VALUES(4,'action','{"action":{"type":"bid","seat":0,"amount":10000}}','hand','tablet','2026-11-22T04:25:32.707+00:00','id-4','{"amount": 10000, "seat": 0, "type": "bid"}',NULL,NULL);
INSERT INTO "row" VALUES(5,'action','{"action":{"type":"count","k":1}}','hand','tablet','2026-11-22T04:25:32.713+00:00','id-5','{"k": 1, "type": "count"}',NULL,NULL);
INSERT INTO "row" VALUES(6,'action','{"action":{"type":"count","k":2}}','hand','tablet','2026-11-22T04:25:32.717+00:00','id-6','{"k": 2, "type": "count"}',NULL,NULL);
INSERT INTO "row" VALUES(7,'action','{"action":{"type":"count","k":3}}','hand','tablet','2026-11-22T04:25:32.722+00:00','id-7','{"k": 3, "type": "count"}',NULL,NULL);
INSERT INTO "row" VALUES(8,'action','{"action":{"type":"throw","kept":["2","3","4","5"],"thrown":["1"]},"dice":{"faces":["2","3","4","5","1"],"kept":[0,1,2,3]}}','camera','eye','2026-11-22T04:25:32.727+00:00',NULL,NULL,'run1',2);
INSERT INTO "row" VALUES(9,'undo','{"to":7}','hand','tablet','2026-11-22T04:25:32.734+00:00','id-8','{"type": "undo"}',NULL,NULL);
INSERT INTO "row" VALUES(10,'undo','{"to":8}','hand','tablet','2026-11-22T04:25:32.738+00:00','id-9','{"to": 8, "type": "undo"}',NULL,NULL);
INSERT INTO "row" VALUES(11,'correct','{"row":8,"action":{"type":"throw","kept":["2","3","4","5"],"thrown":["4"]},"dice":{"faces":["2","3","4","5","4"],"kept":[0,1,2,3]}}','correction','tablet','2026-11-22T04:25:32.743+00:00','id-10','{"faces": ["2", "3", "4", "5", "4"], "row": 8, "type": "correct"}',NULL,NULL);
