-- Sessions that are nobody's: the first and the last visit that are noted, in milliseconds since 1970, and whether they expire.
ALTER TABLE session ADD COLUMN begun INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN visited INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN expires INTEGER NOT NULL DEFAULT 0;
CREATE INDEX session_visited ON session (visited) WHERE expires = 1;
