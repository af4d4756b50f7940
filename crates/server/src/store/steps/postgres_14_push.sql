-- Several letters may wait for a player, one for each browser that is notified.
ALTER TABLE letter DROP CONSTRAINT letter_session_side_key;
ALTER TABLE letter ADD COLUMN opponent text NOT NULL DEFAULT '';
CREATE INDEX letter_session ON letter (session, side);

-- The key pair of the server for push messages, in the format PKCS #8.
CREATE TABLE push_key (id bigint PRIMARY KEY, pair bytea NOT NULL);
