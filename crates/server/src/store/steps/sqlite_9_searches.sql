-- Browsers are numbered in the order in which they were signed in, as in PostgreSQL.
CREATE TABLE numbered_sign_in (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    token BLOB NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    begun INTEGER NOT NULL DEFAULT (unixepoch()),
    expires INTEGER NOT NULL
) STRICT;
INSERT INTO numbered_sign_in (token, account, begun, expires)
SELECT token, account, begun, expires FROM sign_in ORDER BY rowid;
DROP TABLE sign_in;
ALTER TABLE numbered_sign_in RENAME TO sign_in;
CREATE INDEX sign_in_account ON sign_in (account);
