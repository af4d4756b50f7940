-- Letters that wait to be sent, one for each player at most. A number is never used again.
CREATE TABLE letter (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL,
    side INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    address TEXT NOT NULL,
    token TEXT NOT NULL,
    game TEXT NOT NULL,
    due INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    UNIQUE (session, side)
) STRICT;
CREATE INDEX letter_due ON letter (due);
