CREATE TABLE IF NOT EXISTS scan_results_local ON CLUSTER 'main'
(
  demandId       UInt32,
  hour           DateTime('UTC'),
  day            Date,
  vendor         LowCardinality(String),
  importId       UInt32,
  subpublisherId UInt32,
  channelId      UInt32,
  environment    LowCardinality(String),
  advertiserId   UInt32,
  tagId          UInt32,
  site           String,
  app            String,
  publisher      String,
  country        LowCardinality(String),
  deviceKind     LowCardinality(String),
  os             LowCardinality(String),
  category       LowCardinality(String),
  found          UInt64,
  viewable       UInt64,
  viewTold       UInt64
)
ENGINE = ReplicatedMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, vendor, channelId, tagId)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE OR REPLACE TABLE scan_results ON CLUSTER 'main' AS scan_results_local ENGINE = Distributed('main', currentDatabase(), scan_results_local, sipHash64(demandId, toDate(hour)));

CREATE TABLE IF NOT EXISTS scan_days_local ON CLUSTER 'main'
(
  demandId  UInt32,
  vendor    LowCardinality(String),
  day       Date,
  importId  UInt32,
  isRemoved UInt8
)
ENGINE = ReplicatedMergeTree
ORDER BY (demandId, vendor, day, importId)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE OR REPLACE TABLE scan_days ON CLUSTER 'main' AS scan_days_local ENGINE = Distributed('main', currentDatabase(), scan_days_local, sipHash64(demandId));
