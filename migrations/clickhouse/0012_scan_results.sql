-- What postbid vendors found of impressions, as their reports were imported. A day of a vendor may be there several times:
-- scan_days says which import of it is in force.
CREATE TABLE IF NOT EXISTS scan_results
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
ENGINE = MergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, vendor, channelId, tagId)
SETTINGS non_replicated_deduplication_window = 10000;

-- Every day that an import told of, written when all of it was there: of a day the last import counts, or nothing once that
-- one was removed.
CREATE TABLE IF NOT EXISTS scan_days
(
  demandId  UInt32,
  vendor    LowCardinality(String),
  day       Date,
  importId  UInt32,
  isRemoved UInt8
)
ENGINE = MergeTree
ORDER BY (demandId, vendor, day, importId)
SETTINGS non_replicated_deduplication_window = 10000;
