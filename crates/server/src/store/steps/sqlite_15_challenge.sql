-- The players who are challenged to a game that waits for them, and when that was, in seconds since 1970.
CREATE TABLE challenge (
    session TEXT PRIMARY KEY REFERENCES listing (session) ON DELETE CASCADE,
    account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    made INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT, WITHOUT ROWID;
CREATE INDEX challenge_account ON challenge (account, made);

-- Whether nobody may challenge the player.
ALTER TABLE account ADD COLUMN unchallenged INTEGER NOT NULL DEFAULT 0;

-- The players whom an account follows.
CREATE TABLE follow (
    account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    followed INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    PRIMARY KEY (account, followed)
) STRICT, WITHOUT ROWID;
CREATE INDEX follow_followed ON follow (followed);
