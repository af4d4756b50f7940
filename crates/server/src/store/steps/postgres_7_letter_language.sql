-- The language of the letter, as a BCP 47 tag; empty for English.
ALTER TABLE letter ADD COLUMN language text NOT NULL DEFAULT '';
