-- When there was a server last, in milliseconds since 1970.
CREATE TABLE server (id integer PRIMARY KEY, alive bigint NOT NULL);
