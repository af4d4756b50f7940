-- A snapshot of each session, what has changed since but for the turns, and when the flag falls of a clock that runs while the
-- session is not in memory, in milliseconds since 1970.
CREATE TABLE session (
    name text PRIMARY KEY,
    snapshot text NOT NULL,
    state text,
    flag bigint,
    changed timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX session_flag ON session (flag) WHERE flag IS NOT NULL;

-- A row for each turn since the snapshot.
CREATE TABLE turn (
    session text NOT NULL REFERENCES session (name) ON DELETE CASCADE,
    number integer NOT NULL,
    text text NOT NULL,
    played timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (session, number)
);

-- What tells this database from another one that has been put in its place.
CREATE TABLE identity (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
INSERT INTO identity DEFAULT VALUES;
