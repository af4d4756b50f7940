-- When there was a server last, in milliseconds since 1970.
CREATE TABLE server (id INTEGER PRIMARY KEY, alive INTEGER NOT NULL) STRICT;
