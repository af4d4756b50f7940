-- Which server had the database last: its number, 0 for several that shared it, NULL before the first.
ALTER TABLE identity ADD COLUMN holder bigint;
