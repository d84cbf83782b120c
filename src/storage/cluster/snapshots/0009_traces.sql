CREATE TABLE IF NOT EXISTS traces_local ON CLUSTER 'main'
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
ENGINE = ReplicatedMergeTree
PARTITION BY toYYYYMMDD(at)
ORDER BY (demandId, channelId, at)
TTL toDateTime(at) + toIntervalDay(7)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800, ttl_only_drop_parts = 1;

CREATE OR REPLACE TABLE traces ON CLUSTER 'main' AS traces_local ENGINE = Distributed('main', currentDatabase(), traces_local, sipHash64(demandId, toDate(at)));
