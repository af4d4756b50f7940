-- People who play under a name. What a name is folded to no other name may look like.
CREATE TABLE account (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT;

-- The hashes of the tokens of browsers that are signed in.
CREATE TABLE sign_in (
    token BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    begun INTEGER NOT NULL DEFAULT (unixepoch()),
    expires INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_in_account ON sign_in (account);
