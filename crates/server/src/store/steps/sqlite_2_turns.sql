-- A snapshot, what has changed since but for the turns, and a row for each turn since.
ALTER TABLE session RENAME COLUMN saved TO snapshot;
ALTER TABLE session ADD COLUMN state TEXT;
CREATE TABLE turn (
    session TEXT NOT NULL REFERENCES session (name) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    played INTEGER NOT NULL DEFAULT (unixepoch()),
    PRIMARY KEY (session, number)
) STRICT, WITHOUT ROWID;
