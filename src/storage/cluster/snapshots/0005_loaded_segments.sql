CREATE TABLE IF NOT EXISTS loaded_segments_local ON CLUSTER 'main'
(
  node   LowCardinality(String),
  epoch  UInt64,
  seq    UInt64,
  rows   UInt64,
  fromAt DateTime64(3, 'UTC'),
  toAt   DateTime64(3, 'UTC'),
  at     DateTime64(3, 'UTC')
)
ENGINE = ReplicatedReplacingMergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (node, epoch, seq)
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE OR REPLACE TABLE loaded_segments ON CLUSTER 'main' AS loaded_segments_local ENGINE = Distributed('main', currentDatabase(), loaded_segments_local, sipHash64(node));
