-- Where impressions and clicks came from, for the nightly review of invalid traffic: keyed hashes, with a key per day.
-- Deleted after IVT_REVIEW_DAYS.
CREATE TABLE IF NOT EXISTS event_sources
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
ENGINE = MergeTree
PARTITION BY toDate(at)
ORDER BY (toStartOfHour(at), address)
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1;

-- The days that were reviewed, by the version of the rules.
CREATE TABLE IF NOT EXISTS traffic_reviews
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
ENGINE = ReplacingMergeTree(reviewedAt)
ORDER BY (day, rulesVersion)
SETTINGS non_replicated_deduplication_window = 100;
