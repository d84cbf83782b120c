CREATE TABLE IF NOT EXISTS installation_local ON CLUSTER 'main'
(id String) ENGINE = ReplicatedMergeTree ORDER BY id
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE OR REPLACE TABLE installation ON CLUSTER 'main' AS installation_local ENGINE = Distributed('main', currentDatabase(), installation_local, sipHash64(id));
