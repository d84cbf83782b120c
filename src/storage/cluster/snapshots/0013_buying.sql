ALTER TABLE facts_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS supplierId UInt32 AFTER subpublisherId,
  ADD COLUMN IF NOT EXISTS adexchangeId UInt32 AFTER supplierId,
  ADD COLUMN IF NOT EXISTS campaignId UInt32 AFTER advertiserId,
  ADD COLUMN IF NOT EXISTS creativeId UInt32 AFTER campaignId,
  ADD COLUMN IF NOT EXISTS deal LowCardinality(String) AFTER creativeId,
  ADD COLUMN IF NOT EXISTS bids UInt32 AFTER timeouts,
  ADD COLUMN IF NOT EXISTS wins UInt32 AFTER bids,
  ADD COLUMN IF NOT EXISTS losses UInt32 AFTER wins,
  ADD COLUMN IF NOT EXISTS measurable UInt32 AFTER errors,
  ADD COLUMN IF NOT EXISTS viewed UInt32 AFTER measurable SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE facts ON CLUSTER 'main' AS facts_local ENGINE = Distributed('main', currentDatabase(), facts_local, sipHash64(demandId, toDate(at)));

ALTER TABLE traces_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS supplierId UInt32 AFTER subpublisherId,
  ADD COLUMN IF NOT EXISTS adexchangeIds Array(UInt32) AFTER tagIds,
  ADD COLUMN IF NOT EXISTS campaignIds Array(UInt32) AFTER adexchangeIds SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE traces ON CLUSTER 'main' AS traces_local ENGINE = Distributed('main', currentDatabase(), traces_local, sipHash64(demandId, toDate(at)));

ALTER TABLE hourly_supply_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS supplierId UInt32 AFTER channelId,
  ADD COLUMN IF NOT EXISTS bids UInt64 AFTER timeouts,
  ADD COLUMN IF NOT EXISTS wins UInt64 AFTER bids,
  ADD COLUMN IF NOT EXISTS losses UInt64 AFTER wins,
  ADD COLUMN IF NOT EXISTS measurable UInt64 AFTER errors,
  ADD COLUMN IF NOT EXISTS viewed UInt64 AFTER measurable,
  MODIFY ORDER BY (demandId, hour, subpublisherId, channelId, environment, reason, ivt, supplierId) SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE hourly_supply ON CLUSTER 'main' AS hourly_supply_local ENGINE = Distributed('main', currentDatabase(), hourly_supply_local, sipHash64(demandId, toDate(hour)));

ALTER TABLE hourly_demand_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS bids UInt64 AFTER timeouts,
  ADD COLUMN IF NOT EXISTS wins UInt64 AFTER bids,
  ADD COLUMN IF NOT EXISTS losses UInt64 AFTER wins,
  ADD COLUMN IF NOT EXISTS measurable UInt64 AFTER errors,
  ADD COLUMN IF NOT EXISTS viewed UInt64 AFTER measurable SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE hourly_demand ON CLUSTER 'main' AS hourly_demand_local ENGINE = Distributed('main', currentDatabase(), hourly_demand_local, sipHash64(demandId, toDate(hour)));

ALTER TABLE hourly_inventory_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS bids UInt64 AFTER timeouts,
  ADD COLUMN IF NOT EXISTS wins UInt64 AFTER bids,
  ADD COLUMN IF NOT EXISTS losses UInt64 AFTER wins,
  ADD COLUMN IF NOT EXISTS measurable UInt64 AFTER errors,
  ADD COLUMN IF NOT EXISTS viewed UInt64 AFTER measurable SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE hourly_inventory ON CLUSTER 'main' AS hourly_inventory_local ENGINE = Distributed('main', currentDatabase(), hourly_inventory_local, sipHash64(demandId, toDate(hour)));

ALTER TABLE hourly_creative_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS bids UInt64 AFTER timeouts,
  ADD COLUMN IF NOT EXISTS wins UInt64 AFTER bids,
  ADD COLUMN IF NOT EXISTS losses UInt64 AFTER wins,
  ADD COLUMN IF NOT EXISTS measurable UInt64 AFTER errors,
  ADD COLUMN IF NOT EXISTS viewed UInt64 AFTER measurable SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE hourly_creative ON CLUSTER 'main' AS hourly_creative_local ENGINE = Distributed('main', currentDatabase(), hourly_creative_local, sipHash64(demandId, toDate(hour)));

ALTER TABLE hourly_audience_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS bids UInt64 AFTER timeouts,
  ADD COLUMN IF NOT EXISTS wins UInt64 AFTER bids,
  ADD COLUMN IF NOT EXISTS losses UInt64 AFTER wins,
  ADD COLUMN IF NOT EXISTS measurable UInt64 AFTER errors,
  ADD COLUMN IF NOT EXISTS viewed UInt64 AFTER measurable SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE hourly_audience ON CLUSTER 'main' AS hourly_audience_local ENGINE = Distributed('main', currentDatabase(), hourly_audience_local, sipHash64(demandId, toDate(hour)));

DROP VIEW IF EXISTS hourly_supply_mv ON CLUSTER 'main' SYNC;

CREATE MATERIALIZED VIEW IF NOT EXISTS hourly_supply_mv ON CLUSTER 'main' TO hourly_supply_local AS
SELECT
  demandId,
  toDateTime(toStartOfHour(at), 'UTC') AS hour,
  subpublisherId,
  channelId,
  environment,
  reason,
  ivt,
  supplierId,
  sum(facts.calls) AS calls,
  sum(facts.reqs) AS reqs,
  sum(facts.opps) AS opps,
  sum(facts.missed) AS missed,
  sum(facts.candidates) AS candidates,
  sum(facts.sent) AS sent,
  sum(facts.answered) AS answered,
  sum(facts.timeouts) AS timeouts,
  sum(facts.bids) AS bids,
  sum(facts.wins) AS wins,
  sum(facts.losses) AS losses,
  sum(facts.imps) AS imps,
  sum(facts.deviceImps) AS deviceImps,
  sum(facts.starts) AS starts,
  sum(facts.q1) AS q1,
  sum(facts.q2) AS q2,
  sum(facts.q3) AS q3,
  sum(facts.completes) AS completes,
  sum(facts.clicks) AS clicks,
  sum(facts.errors) AS errors,
  sum(facts.measurable) AS measurable,
  sum(facts.viewed) AS viewed,
  sum(facts.scanned) AS scanned,
  sum(facts.scannedPix) AS scannedPix,
  sum(facts.scannedWh) AS scannedWh,
  sum(facts.rev) AS rev,
  sum(facts.cost) AS cost,
  sum(facts.systemCost) AS systemCost,
  sum(facts.requestFee) AS requestFee,
  sum(facts.scanFee) AS scanFee,
  sum(facts.revM) AS revM,
  sum(facts.revMd) AS revMd
FROM facts_local AS facts
WHERE kind IN ('serve', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, subpublisherId, channelId, environment, reason, ivt, supplierId;

DROP VIEW IF EXISTS hourly_demand_mv ON CLUSTER 'main' SYNC;

CREATE MATERIALIZED VIEW IF NOT EXISTS hourly_demand_mv ON CLUSTER 'main' TO hourly_demand_local AS
SELECT
  demandId,
  toDateTime(toStartOfHour(at), 'UTC') AS hour,
  advertiserId,
  tagId,
  tier,
  channelId,
  subpublisherId,
  environment,
  reason,
  errorCode,
  marketplace,
  ivt,
  sum(facts.calls) AS calls,
  sum(facts.reqs) AS reqs,
  sum(facts.opps) AS opps,
  sum(facts.missed) AS missed,
  sum(facts.candidates) AS candidates,
  sum(facts.sent) AS sent,
  sum(facts.answered) AS answered,
  sum(facts.timeouts) AS timeouts,
  sum(facts.bids) AS bids,
  sum(facts.wins) AS wins,
  sum(facts.losses) AS losses,
  sum(facts.imps) AS imps,
  sum(facts.deviceImps) AS deviceImps,
  sum(facts.starts) AS starts,
  sum(facts.q1) AS q1,
  sum(facts.q2) AS q2,
  sum(facts.q3) AS q3,
  sum(facts.completes) AS completes,
  sum(facts.clicks) AS clicks,
  sum(facts.errors) AS errors,
  sum(facts.measurable) AS measurable,
  sum(facts.viewed) AS viewed,
  sum(facts.scanned) AS scanned,
  sum(facts.scannedPix) AS scannedPix,
  sum(facts.scannedWh) AS scannedWh,
  sum(facts.rev) AS rev,
  sum(facts.cost) AS cost,
  sum(facts.systemCost) AS systemCost,
  sum(facts.requestFee) AS requestFee,
  sum(facts.scanFee) AS scanFee,
  sum(facts.revM) AS revM,
  sum(facts.revMd) AS revMd
FROM facts_local AS facts
WHERE kind IN ('candidate', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, advertiserId, tagId, tier, channelId, subpublisherId, environment, reason, errorCode, marketplace, ivt;

DROP VIEW IF EXISTS hourly_inventory_mv ON CLUSTER 'main' SYNC;

CREATE MATERIALIZED VIEW IF NOT EXISTS hourly_inventory_mv ON CLUSTER 'main' TO hourly_inventory_local AS
SELECT
  demandId,
  toDateTime(toStartOfHour(at), 'UTC') AS hour,
  channelId,
  subpublisherId,
  environment,
  site,
  app,
  reason,
  publisher,
  ivt,
  sum(facts.calls) AS calls,
  sum(facts.reqs) AS reqs,
  sum(facts.opps) AS opps,
  sum(facts.missed) AS missed,
  sum(facts.candidates) AS candidates,
  sum(facts.sent) AS sent,
  sum(facts.answered) AS answered,
  sum(facts.timeouts) AS timeouts,
  sum(facts.bids) AS bids,
  sum(facts.wins) AS wins,
  sum(facts.losses) AS losses,
  sum(facts.imps) AS imps,
  sum(facts.deviceImps) AS deviceImps,
  sum(facts.starts) AS starts,
  sum(facts.q1) AS q1,
  sum(facts.q2) AS q2,
  sum(facts.q3) AS q3,
  sum(facts.completes) AS completes,
  sum(facts.clicks) AS clicks,
  sum(facts.errors) AS errors,
  sum(facts.measurable) AS measurable,
  sum(facts.viewed) AS viewed,
  sum(facts.scanned) AS scanned,
  sum(facts.scannedPix) AS scannedPix,
  sum(facts.scannedWh) AS scannedWh,
  sum(facts.rev) AS rev,
  sum(facts.cost) AS cost,
  sum(facts.systemCost) AS systemCost,
  sum(facts.requestFee) AS requestFee,
  sum(facts.scanFee) AS scanFee,
  sum(facts.revM) AS revM,
  sum(facts.revMd) AS revMd
FROM facts_local AS facts
WHERE kind IN ('serve', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, channelId, subpublisherId, environment, site, app, reason, publisher, ivt;

DROP VIEW IF EXISTS hourly_creative_mv ON CLUSTER 'main' SYNC;

CREATE MATERIALIZED VIEW IF NOT EXISTS hourly_creative_mv ON CLUSTER 'main' TO hourly_creative_local AS
SELECT
  demandId,
  toDateTime(toStartOfHour(at), 'UTC') AS hour,
  creative,
  advertiserId,
  tagId,
  channelId,
  subpublisherId,
  environment,
  errorCode,
  ivt,
  sum(facts.calls) AS calls,
  sum(facts.reqs) AS reqs,
  sum(facts.opps) AS opps,
  sum(facts.missed) AS missed,
  sum(facts.candidates) AS candidates,
  sum(facts.sent) AS sent,
  sum(facts.answered) AS answered,
  sum(facts.timeouts) AS timeouts,
  sum(facts.bids) AS bids,
  sum(facts.wins) AS wins,
  sum(facts.losses) AS losses,
  sum(facts.imps) AS imps,
  sum(facts.deviceImps) AS deviceImps,
  sum(facts.starts) AS starts,
  sum(facts.q1) AS q1,
  sum(facts.q2) AS q2,
  sum(facts.q3) AS q3,
  sum(facts.completes) AS completes,
  sum(facts.clicks) AS clicks,
  sum(facts.errors) AS errors,
  sum(facts.measurable) AS measurable,
  sum(facts.viewed) AS viewed,
  sum(facts.scanned) AS scanned,
  sum(facts.scannedPix) AS scannedPix,
  sum(facts.scannedWh) AS scannedWh,
  sum(facts.rev) AS rev,
  sum(facts.cost) AS cost,
  sum(facts.systemCost) AS systemCost,
  sum(facts.requestFee) AS requestFee,
  sum(facts.scanFee) AS scanFee,
  sum(facts.revM) AS revM,
  sum(facts.revMd) AS revMd
FROM facts_local AS facts
WHERE kind = 'event' AND verdict = 'counted'
GROUP BY demandId, hour, creative, advertiserId, tagId, channelId, subpublisherId, environment, errorCode, ivt;

DROP VIEW IF EXISTS hourly_audience_mv ON CLUSTER 'main' SYNC;

CREATE MATERIALIZED VIEW IF NOT EXISTS hourly_audience_mv ON CLUSTER 'main' TO hourly_audience_local AS
SELECT
  demandId,
  toDateTime(toStartOfHour(at), 'UTC') AS hour,
  subpublisherId,
  channelId,
  environment,
  ivt,
  country,
  deviceKind,
  os,
  browser,
  mediaType,
  door,
  consent,
  sum(facts.calls) AS calls,
  sum(facts.reqs) AS reqs,
  sum(facts.opps) AS opps,
  sum(facts.missed) AS missed,
  sum(facts.candidates) AS candidates,
  sum(facts.sent) AS sent,
  sum(facts.answered) AS answered,
  sum(facts.timeouts) AS timeouts,
  sum(facts.bids) AS bids,
  sum(facts.wins) AS wins,
  sum(facts.losses) AS losses,
  sum(facts.imps) AS imps,
  sum(facts.deviceImps) AS deviceImps,
  sum(facts.starts) AS starts,
  sum(facts.q1) AS q1,
  sum(facts.q2) AS q2,
  sum(facts.q3) AS q3,
  sum(facts.completes) AS completes,
  sum(facts.clicks) AS clicks,
  sum(facts.errors) AS errors,
  sum(facts.measurable) AS measurable,
  sum(facts.viewed) AS viewed,
  sum(facts.scanned) AS scanned,
  sum(facts.scannedPix) AS scannedPix,
  sum(facts.scannedWh) AS scannedWh,
  sum(facts.rev) AS rev,
  sum(facts.cost) AS cost,
  sum(facts.systemCost) AS systemCost,
  sum(facts.requestFee) AS requestFee,
  sum(facts.scanFee) AS scanFee,
  sum(facts.revM) AS revM,
  sum(facts.revMd) AS revMd,
  uniqStateIf(facts.device, facts.deviceImps > 0) AS devices
FROM facts_local AS facts
WHERE kind IN ('serve', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, subpublisherId, channelId, environment, ivt, country, deviceKind, os, browser, mediaType, door, consent;

DROP TABLE IF EXISTS hourly_buying_copy ON CLUSTER 'main' SYNC;

DROP TABLE IF EXISTS hourly_buying_copy_local ON CLUSTER 'main' SYNC;

CREATE TABLE hourly_buying_copy_local ON CLUSTER 'main'
(
  demandId       UInt32,
  hour           DateTime('UTC'),
  supplierId     UInt32,
  channelId      UInt32,
  subpublisherId UInt32,
  adexchangeId   UInt32,
  advertiserId   UInt32,
  campaignId     UInt32,
  creativeId     UInt32,
  deal           LowCardinality(String),
  environment    LowCardinality(String),
  reason         LowCardinality(String),
  ivt            LowCardinality(String),
  calls          UInt64,
  reqs           UInt64,
  opps           UInt64,
  missed         UInt64,
  candidates     UInt64,
  sent           UInt64,
  answered       UInt64,
  timeouts       UInt64,
  bids           UInt64,
  wins           UInt64,
  losses         UInt64,
  imps           UInt64,
  deviceImps     UInt64,
  starts         UInt64,
  q1             UInt64,
  q2             UInt64,
  q3             UInt64,
  completes      UInt64,
  clicks         UInt64,
  errors         UInt64,
  measurable     UInt64,
  viewed         UInt64,
  scanned        UInt64,
  scannedPix     UInt64,
  scannedWh      UInt64,
  rev            Int64,
  cost           Int64,
  systemCost     Int64,
  requestFee     Int64,
  scanFee        Int64,
  revM           Int64,
  revMd          Int64
)
ENGINE = ReplicatedSummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, supplierId, channelId, subpublisherId, adexchangeId, advertiserId, campaignId, creativeId, deal, environment, reason, ivt)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE OR REPLACE TABLE hourly_buying_copy ON CLUSTER 'main' AS hourly_buying_copy_local ENGINE = Distributed('main', currentDatabase(), hourly_buying_copy_local, sipHash64(demandId, toDate(hour)));

SYSTEM SYNC REPLICA ON CLUSTER 'main' facts_local;

INSERT INTO hourly_buying_copy SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0, distributed_foreground_insert = 1, parallel_distributed_insert_select = 0
SELECT
  demandId,
  toDateTime(toStartOfHour(at), 'UTC') AS hour,
  supplierId,
  channelId,
  subpublisherId,
  adexchangeId,
  advertiserId,
  campaignId,
  creativeId,
  deal,
  environment,
  reason,
  ivt,
  sum(facts.calls) AS calls,
  sum(facts.reqs) AS reqs,
  sum(facts.opps) AS opps,
  sum(facts.missed) AS missed,
  sum(facts.candidates) AS candidates,
  sum(facts.sent) AS sent,
  sum(facts.answered) AS answered,
  sum(facts.timeouts) AS timeouts,
  sum(facts.bids) AS bids,
  sum(facts.wins) AS wins,
  sum(facts.losses) AS losses,
  sum(facts.imps) AS imps,
  sum(facts.deviceImps) AS deviceImps,
  sum(facts.starts) AS starts,
  sum(facts.q1) AS q1,
  sum(facts.q2) AS q2,
  sum(facts.q3) AS q3,
  sum(facts.completes) AS completes,
  sum(facts.clicks) AS clicks,
  sum(facts.errors) AS errors,
  sum(facts.measurable) AS measurable,
  sum(facts.viewed) AS viewed,
  sum(facts.scanned) AS scanned,
  sum(facts.scannedPix) AS scannedPix,
  sum(facts.scannedWh) AS scannedWh,
  sum(facts.rev) AS rev,
  sum(facts.cost) AS cost,
  sum(facts.systemCost) AS systemCost,
  sum(facts.requestFee) AS requestFee,
  sum(facts.scanFee) AS scanFee,
  sum(facts.revM) AS revM,
  sum(facts.revMd) AS revMd
FROM facts
WHERE kind IN ('candidate', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, supplierId, channelId, subpublisherId, adexchangeId, advertiserId, campaignId, creativeId, deal, environment, reason, ivt;

CREATE TABLE IF NOT EXISTS hourly_buying_local ON CLUSTER 'main'
(
  demandId       UInt32,
  hour           DateTime('UTC'),
  supplierId     UInt32,
  channelId      UInt32,
  subpublisherId UInt32,
  adexchangeId   UInt32,
  advertiserId   UInt32,
  campaignId     UInt32,
  creativeId     UInt32,
  deal           LowCardinality(String),
  environment    LowCardinality(String),
  reason         LowCardinality(String),
  ivt            LowCardinality(String),
  calls          UInt64,
  reqs           UInt64,
  opps           UInt64,
  missed         UInt64,
  candidates     UInt64,
  sent           UInt64,
  answered       UInt64,
  timeouts       UInt64,
  bids           UInt64,
  wins           UInt64,
  losses         UInt64,
  imps           UInt64,
  deviceImps     UInt64,
  starts         UInt64,
  q1             UInt64,
  q2             UInt64,
  q3             UInt64,
  completes      UInt64,
  clicks         UInt64,
  errors         UInt64,
  measurable     UInt64,
  viewed         UInt64,
  scanned        UInt64,
  scannedPix     UInt64,
  scannedWh      UInt64,
  rev            Int64,
  cost           Int64,
  systemCost     Int64,
  requestFee     Int64,
  scanFee        Int64,
  revM           Int64,
  revMd          Int64
)
ENGINE = ReplicatedSummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, supplierId, channelId, subpublisherId, adexchangeId, advertiserId, campaignId, creativeId, deal, environment, reason, ivt)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

EXCHANGE TABLES hourly_buying_local AND hourly_buying_copy_local ON CLUSTER 'main';

CREATE OR REPLACE TABLE hourly_buying ON CLUSTER 'main' AS hourly_buying_local ENGINE = Distributed('main', currentDatabase(), hourly_buying_local, sipHash64(demandId, toDate(hour)));

DROP TABLE IF EXISTS hourly_buying_copy ON CLUSTER 'main' SYNC;

DROP TABLE IF EXISTS hourly_buying_copy_local ON CLUSTER 'main' SYNC;

CREATE MATERIALIZED VIEW IF NOT EXISTS hourly_buying_mv ON CLUSTER 'main' TO hourly_buying_local AS
SELECT
  demandId,
  toDateTime(toStartOfHour(at), 'UTC') AS hour,
  supplierId,
  channelId,
  subpublisherId,
  adexchangeId,
  advertiserId,
  campaignId,
  creativeId,
  deal,
  environment,
  reason,
  ivt,
  sum(facts.calls) AS calls,
  sum(facts.reqs) AS reqs,
  sum(facts.opps) AS opps,
  sum(facts.missed) AS missed,
  sum(facts.candidates) AS candidates,
  sum(facts.sent) AS sent,
  sum(facts.answered) AS answered,
  sum(facts.timeouts) AS timeouts,
  sum(facts.bids) AS bids,
  sum(facts.wins) AS wins,
  sum(facts.losses) AS losses,
  sum(facts.imps) AS imps,
  sum(facts.deviceImps) AS deviceImps,
  sum(facts.starts) AS starts,
  sum(facts.q1) AS q1,
  sum(facts.q2) AS q2,
  sum(facts.q3) AS q3,
  sum(facts.completes) AS completes,
  sum(facts.clicks) AS clicks,
  sum(facts.errors) AS errors,
  sum(facts.measurable) AS measurable,
  sum(facts.viewed) AS viewed,
  sum(facts.scanned) AS scanned,
  sum(facts.scannedPix) AS scannedPix,
  sum(facts.scannedWh) AS scannedWh,
  sum(facts.rev) AS rev,
  sum(facts.cost) AS cost,
  sum(facts.systemCost) AS systemCost,
  sum(facts.requestFee) AS requestFee,
  sum(facts.scanFee) AS scanFee,
  sum(facts.revM) AS revM,
  sum(facts.revMd) AS revMd
FROM facts_local AS facts
WHERE kind IN ('candidate', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, supplierId, channelId, subpublisherId, adexchangeId, advertiserId, campaignId, creativeId, deal, environment, reason, ivt;
