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
