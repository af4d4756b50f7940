-- Several letters may wait for a player, one for each browser that is notified. A number is never used again.
CREATE TABLE letter_of_14 (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL,
    side INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    address TEXT NOT NULL,
    token TEXT NOT NULL,
    game TEXT NOT NULL,
    due INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    language TEXT NOT NULL DEFAULT '',
    opponent TEXT NOT NULL DEFAULT ''
) STRICT;
INSERT INTO letter_of_14 (id, session, side, kind, address, token, game, due, attempts, language)
    SELECT id, session, side, kind, address, token, game, due, attempts, language FROM letter;
DELETE FROM sqlite_sequence WHERE name = 'letter_of_14';
INSERT INTO sqlite_sequence (name, seq) SELECT 'letter_of_14', seq FROM sqlite_sequence WHERE name = 'letter';
DROP TABLE letter;
ALTER TABLE letter_of_14 RENAME TO letter;
CREATE INDEX letter_due ON letter (due);
CREATE INDEX letter_session ON letter (session, side);

-- The key pair of the server for push messages, in the format PKCS #8.
CREATE TABLE push_key (id INTEGER PRIMARY KEY, pair BLOB NOT NULL) STRICT;
