-- Seconds since 1970, as in SQLite: what is said about moments is said in the same words.
CREATE FUNCTION unixepoch() RETURNS bigint LANGUAGE sql STABLE
    AS 'SELECT floor(extract(epoch FROM now()))::bigint';

-- What is searched by how it begins is in the order of its bytes, so that an index serves.
ALTER TABLE listing
    ALTER COLUMN changed DROP DEFAULT,
    ALTER COLUMN changed TYPE bigint USING floor(extract(epoch FROM changed))::bigint,
    ALTER COLUMN changed SET DEFAULT unixepoch(),
    ALTER COLUMN day TYPE text COLLATE "C",
    ALTER COLUMN opening TYPE text COLLATE "C";
ALTER TABLE session
    ALTER COLUMN changed DROP DEFAULT,
    ALTER COLUMN changed TYPE bigint USING floor(extract(epoch FROM changed))::bigint,
    ALTER COLUMN changed SET DEFAULT unixepoch();
ALTER TABLE account
    ALTER COLUMN created DROP DEFAULT,
    ALTER COLUMN created TYPE bigint USING floor(extract(epoch FROM created))::bigint,
    ALTER COLUMN created SET DEFAULT unixepoch();
ALTER TABLE sign_in
    ALTER COLUMN begun DROP DEFAULT,
    ALTER COLUMN begun TYPE bigint USING floor(extract(epoch FROM begun))::bigint,
    ALTER COLUMN begun SET DEFAULT unixepoch();
ALTER TABLE rated_game
    ALTER COLUMN rated DROP DEFAULT,
    ALTER COLUMN rated TYPE bigint USING floor(extract(epoch FROM rated))::bigint,
    ALTER COLUMN rated SET DEFAULT unixepoch();
