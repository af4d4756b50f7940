-- Letters that wait to be sent, one for each player at most.
CREATE TABLE letter (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    session text NOT NULL,
    side integer NOT NULL,
    kind integer NOT NULL,
    address text NOT NULL,
    token text NOT NULL,
    game text NOT NULL,
    due bigint NOT NULL DEFAULT 0,
    attempts integer NOT NULL DEFAULT 0,
    UNIQUE (session, side)
);
CREATE INDEX letter_due ON letter (due);
