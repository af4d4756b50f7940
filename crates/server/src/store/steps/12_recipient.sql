-- To whom letters went, by a hash of the address: when one last asked to confirm it, in milliseconds since 1970, and whether its reader
-- wants none from here.
CREATE TABLE recipient (
    address text PRIMARY KEY,
    asked bigint NOT NULL DEFAULT 0,
    stopped bigint NOT NULL DEFAULT 0
);
CREATE INDEX recipient_asked ON recipient (asked);
