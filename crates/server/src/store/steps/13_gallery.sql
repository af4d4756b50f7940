-- Games that people have published. The text of a game never changes: its id is the hash of that text. `words` is what is searched,
-- `view` the entry in a list of games as JSON. A number of an account that is no account's any more was that of one that was deleted.
-- `visibility` is 0 for those who have the address and 1 for everybody; times are seconds since 1970.
CREATE TABLE made_game (
    id text PRIMARY KEY,
    text text NOT NULL,
    title text NOT NULL,
    words text NOT NULL,
    view text NOT NULL,
    files bigint NOT NULL,
    ranks bigint NOT NULL,
    account bigint,
    origin text,
    visibility bigint NOT NULL,
    removed bigint NOT NULL DEFAULT 0,
    featured bigint NOT NULL DEFAULT 0,
    plays bigint NOT NULL DEFAULT 0,
    favourites bigint NOT NULL DEFAULT 0,
    published bigint NOT NULL DEFAULT 0
);
CREATE INDEX made_game_published ON made_game (visibility, removed, featured, published, id);
CREATE INDEX made_game_plays ON made_game (visibility, removed, featured, plays, id);
CREATE INDEX made_game_favourites ON made_game (visibility, removed, featured, favourites, id);
CREATE INDEX made_game_board ON made_game (visibility, removed, files, ranks);
CREATE INDEX made_game_account ON made_game (account, published, id) WHERE account IS NOT NULL;
CREATE INDEX made_game_nobody ON made_game (published) WHERE account IS NULL AND plays = 0;
CREATE INDEX made_game_removed ON made_game (id) WHERE removed = 1;

-- The games that accounts have marked as their favourites.
CREATE TABLE favourite (
    account bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    game text NOT NULL REFERENCES made_game (id) ON DELETE CASCADE,
    marked bigint NOT NULL,
    PRIMARY KEY (account, game)
);
CREATE INDEX favourite_game ON favourite (game);
