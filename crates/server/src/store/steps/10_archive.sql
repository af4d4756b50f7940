-- The record of a game of the archive, without the names of accounts: those are put in when it is read.
CREATE TABLE record (
    session text PRIMARY KEY REFERENCES listing (session) ON DELETE CASCADE,
    text text NOT NULL
);

-- What the archive is searched by, each in the order in which the games are told.
CREATE INDEX listing_opening ON listing (list, opening, changed, session);
CREATE INDEX listing_day ON listing (list, day, changed, session);
CREATE INDEX listing_result ON listing (list, result, changed, session);
