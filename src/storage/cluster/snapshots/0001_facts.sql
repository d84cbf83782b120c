CREATE TABLE IF NOT EXISTS facts_local ON CLUSTER 'main'
(
  node            LowCardinality(String),
  seq             UInt64,
  at              DateTime64(3, 'UTC'),
  kind            LowCardinality(String),
  serveId         String,
  event           LowCardinality(String),
  verdict         LowCardinality(String),
  demandId        UInt32,
  channelId       UInt32,
  subpublisherId  UInt32,
  advertiserId    UInt32,
  tagId           UInt32,
  tier            UInt8,
  environment     LowCardinality(String),
  site            String,
  app             String,
  reason          LowCardinality(String),
  errorCode       UInt16,
  calls           UInt32,
  reqs            UInt32,
  opps            UInt32,
  missed          UInt32,
  candidates      UInt32,
  sent            UInt32,
  answered        UInt32,
  timeouts        UInt32,
  imps            UInt32,
  starts          UInt32,
  q1              UInt32,
  q2              UInt32,
  q3              UInt32,
  completes       UInt32,
  clicks          UInt32,
  errors          UInt32,
  rev             Int64,
  cost            Int64,
  systemCost      Int64,
  INDEX bySeq seq TYPE minmax GRANULARITY 1
)
ENGINE = ReplicatedMergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (demandId, toStartOfHour(at), kind, channelId)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE OR REPLACE TABLE facts ON CLUSTER 'main' AS facts_local ENGINE = Distributed('main', currentDatabase(), facts_local, sipHash64(demandId, toDate(at)));
