-- The installation to which the facts belong: one row with the ID that PostgreSQL has in `installations`.
CREATE TABLE IF NOT EXISTS installation (id String) ENGINE = MergeTree ORDER BY id
SETTINGS non_replicated_deduplication_window = 100;
