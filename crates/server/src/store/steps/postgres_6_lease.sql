-- The servers that share the sessions, and until when each of them counts as there.
CREATE TABLE member (id bigint PRIMARY KEY, expires timestamptz NOT NULL);

-- Which of them has a session in memory: it alone writes it.
CREATE TABLE lease (
    session text PRIMARY KEY,
    member bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE
);
CREATE INDEX lease_member ON lease (member);
