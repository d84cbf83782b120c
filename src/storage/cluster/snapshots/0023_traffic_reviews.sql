CREATE TABLE IF NOT EXISTS event_sources_local ON CLUSTER 'main'
(
  node LowCardinality(String),
  seq UInt64,
  at DateTime64(3, 'UTC'),
  serveId String,
  event LowCardinality(String),
  demandId UInt32,
  channelId UInt32,
  mediaType LowCardinality(String),
  place String,
  address UInt64,
  network String,
  agent LowCardinality(String),
  device UInt64,
  INDEX bySeq seq TYPE minmax GRANULARITY 1
)
ENGINE = ReplicatedMergeTree
PARTITION BY toDate(at)
ORDER BY (toStartOfHour(at), address)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE OR REPLACE TABLE event_sources ON CLUSTER 'main' AS event_sources_local ENGINE = Distributed('main', currentDatabase(), event_sources_local, sipHash64(demandId, toDate(at)));

CREATE TABLE IF NOT EXISTS traffic_reviews_local ON CLUSTER 'main'
(
  day Date,
  rulesVersion UInt32,
  reviewedAt DateTime('UTC'),
  events UInt64,
  adjustedImps UInt64,
  adjustedClicks UInt64,
  adjustedRev Int64,
  adjustedCost Int64
)
ENGINE = ReplicatedReplacingMergeTree(reviewedAt)
ORDER BY (day, rulesVersion)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE OR REPLACE TABLE traffic_reviews ON CLUSTER 'main' AS traffic_reviews_local ENGINE = Distributed('main', currentDatabase(), traffic_reviews_local, sipHash64(day));
