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

-- Who plays a game under a name; NULL for who does not. A number that is no account's any more was that of one that was deleted.
ALTER TABLE listing ADD COLUMN first INTEGER;
ALTER TABLE listing ADD COLUMN second INTEGER;
CREATE INDEX listing_first ON listing (first, changed) WHERE first IS NOT NULL;
CREATE INDEX listing_second ON listing (second, changed) WHERE second IS NOT NULL;

-- What a player's games say of their strength, by game.
CREATE TABLE rating (
    account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    PRIMARY KEY (account, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_game ON rating (game, rating);

-- The games that have been rated, each once, with the ratings after them.
CREATE TABLE rated_game (
    session TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    score REAL NOT NULL,
    first_rating REAL,
    second_rating REAL,
    rated INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT, WITHOUT ROWID;
CREATE INDEX rated_game_first ON rated_game (first);
CREATE INDEX rated_game_second ON rated_game (second);
