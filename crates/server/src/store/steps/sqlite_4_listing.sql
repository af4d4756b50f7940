-- Public games: 0 with a seat to take, 1 those that are played, 2 those that are over.
CREATE TABLE listing (
    session TEXT PRIMARY KEY REFERENCES session (name) ON DELETE CASCADE,
    list INTEGER NOT NULL,
    game TEXT NOT NULL,
    result TEXT,
    day TEXT,
    opening TEXT NOT NULL,
    view TEXT NOT NULL,
    changed INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT, WITHOUT ROWID;
CREATE INDEX listing_changed ON listing (list, changed);
CREATE INDEX listing_game ON listing (list, game, changed);
