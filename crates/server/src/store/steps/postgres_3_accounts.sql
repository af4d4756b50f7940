-- People who play under a name. What a name is folded to no other name may look like.
CREATE TABLE account (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    folded text NOT NULL UNIQUE,
    password text NOT NULL,
    created timestamptz NOT NULL DEFAULT now()
);

-- The hashes of the tokens of browsers that are signed in.
CREATE TABLE sign_in (
    number bigint GENERATED ALWAYS AS IDENTITY,
    token bytea PRIMARY KEY,
    account bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    begun timestamptz NOT NULL DEFAULT now(),
    expires bigint NOT NULL
);
CREATE INDEX sign_in_account ON sign_in (account);

-- Who plays a game under a name; NULL for who does not. A number that is no account's any more was that of one that was deleted.
ALTER TABLE listing ADD COLUMN first bigint;
ALTER TABLE listing ADD COLUMN second bigint;
CREATE INDEX listing_first ON listing (first, changed) WHERE first IS NOT NULL;
CREATE INDEX listing_second ON listing (second, changed) WHERE second IS NOT NULL;

-- What a player's games say of their strength, by game.
CREATE TABLE rating (
    account bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    game text NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    games bigint NOT NULL,
    changed bigint NOT NULL,
    PRIMARY KEY (account, game)
);
CREATE INDEX rating_game ON rating (game, rating);

-- The games that have been rated, each once, with the ratings after them.
CREATE TABLE rated_game (
    session text PRIMARY KEY,
    game text NOT NULL,
    first bigint NOT NULL,
    second bigint NOT NULL,
    score double precision NOT NULL,
    first_rating double precision,
    second_rating double precision,
    rated timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX rated_game_first ON rated_game (first);
CREATE INDEX rated_game_second ON rated_game (second);
