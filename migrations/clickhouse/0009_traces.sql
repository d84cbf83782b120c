-- How single requests were decided: of a sample, and of all that somebody watches. Candidates stand side by side in three
-- arrays, for the pages that look for a tag or a reason; the body is JSON and holds everything else.
CREATE TABLE IF NOT EXISTS traces
(
  node            LowCardinality(String),
  seq             UInt64,
  at              DateTime64(3, 'UTC'),
  serveId         String,
  demandId        UInt32,
  channelId       UInt32,
  subpublisherId  UInt32,
  environment     LowCardinality(String),
  site            String,
  app             String,
  publisher       String,
  ivt             LowCardinality(String),
  door            LowCardinality(String),
  weight          Float64,
  isWatched       UInt8,
  reason          LowCardinality(String),
  tagIds          Array(UInt32),
  advertiserIds   Array(UInt32),
  reasons         Array(LowCardinality(String)),
  body            String CODEC(ZSTD(3)),
  INDEX bySeq seq TYPE minmax GRANULARITY 1,
  INDEX byServe serveId TYPE bloom_filter GRANULARITY 1,
  INDEX byTag tagIds TYPE bloom_filter GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(at)
ORDER BY (demandId, channelId, at)
TTL toDateTime(at) + toIntervalDay(7)
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1;
