-- Public games: 0 with a seat to take, 1 those that are played, 2 those that are over.
CREATE TABLE listing (
    session text PRIMARY KEY REFERENCES session (name) ON DELETE CASCADE,
    list integer NOT NULL,
    game text NOT NULL,
    result text,
    day text,
    opening text NOT NULL,
    view text NOT NULL,
    changed timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX listing_changed ON listing (list, changed);
CREATE INDEX listing_game ON listing (list, game, changed);
