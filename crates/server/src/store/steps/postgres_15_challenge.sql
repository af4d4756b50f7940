-- The players who are challenged to a game that waits for them, and when that was, in seconds since 1970.
CREATE TABLE challenge (
    session text PRIMARY KEY REFERENCES listing (session) ON DELETE CASCADE,
    account bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    made bigint NOT NULL DEFAULT unixepoch()
);
CREATE INDEX challenge_account ON challenge (account, made);

-- Whether nobody may challenge the player.
ALTER TABLE account ADD COLUMN unchallenged bigint NOT NULL DEFAULT 0;

-- The players whom an account follows.
CREATE TABLE follow (
    account bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    followed bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    PRIMARY KEY (account, followed)
);
CREATE INDEX follow_followed ON follow (followed);
