-- When the flag falls of a clock that runs while the session is not in memory, in milliseconds since 1970.
ALTER TABLE session ADD COLUMN flag INTEGER;
CREATE INDEX session_flag ON session (flag) WHERE flag IS NOT NULL;
