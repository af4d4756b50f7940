-- The first version had no number: its table may be there already.
CREATE TABLE IF NOT EXISTS session (
    name TEXT PRIMARY KEY,
    saved TEXT NOT NULL,
    changed INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT;
