ALTER TABLE facts_local ON CLUSTER 'main'
  RENAME COLUMN IF EXISTS door TO integration,
  RENAME COLUMN IF EXISTS sightings TO observations,
  RENAME COLUMN IF EXISTS scanFee TO verificationFee SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE facts ON CLUSTER 'main' AS facts_local ENGINE = Distributed('main', currentDatabase(), facts_local, sipHash64(demandId, toDate(at)));

ALTER TABLE hourly_supply_local ON CLUSTER 'main'
  RENAME COLUMN IF EXISTS scanFee TO verificationFee SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE hourly_supply ON CLUSTER 'main' AS hourly_supply_local ENGINE = Distributed('main', currentDatabase(), hourly_supply_local, sipHash64(demandId, toDate(hour)));

ALTER TABLE hourly_demand_local ON CLUSTER 'main'
  RENAME COLUMN IF EXISTS scanFee TO verificationFee SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE hourly_demand ON CLUSTER 'main' AS hourly_demand_local ENGINE = Distributed('main', currentDatabase(), hourly_demand_local, sipHash64(demandId, toDate(hour)));

ALTER TABLE hourly_buying_local ON CLUSTER 'main'
  RENAME COLUMN IF EXISTS scanFee TO verificationFee SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE hourly_buying ON CLUSTER 'main' AS hourly_buying_local ENGINE = Distributed('main', currentDatabase(), hourly_buying_local, sipHash64(demandId, toDate(hour)));

ALTER TABLE hourly_inventory_local ON CLUSTER 'main'
  RENAME COLUMN IF EXISTS scanFee TO verificationFee SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE hourly_inventory ON CLUSTER 'main' AS hourly_inventory_local ENGINE = Distributed('main', currentDatabase(), hourly_inventory_local, sipHash64(demandId, toDate(hour)));

ALTER TABLE hourly_creative_local ON CLUSTER 'main'
  RENAME COLUMN IF EXISTS scanFee TO verificationFee SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE hourly_creative ON CLUSTER 'main' AS hourly_creative_local ENGINE = Distributed('main', currentDatabase(), hourly_creative_local, sipHash64(demandId, toDate(hour)));

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
  sum(facts.lateBids) AS lateBids,
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
  sum(facts.verificationFee) AS verificationFee,
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
  sum(facts.lateBids) AS lateBids,
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
  sum(facts.verificationFee) AS verificationFee,
  sum(facts.revM) AS revM,
  sum(facts.revMd) AS revMd
FROM facts_local AS facts
WHERE kind IN ('candidate', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, advertiserId, tagId, tier, channelId, subpublisherId, environment, reason, errorCode, marketplace, ivt;

DROP VIEW IF EXISTS hourly_buying_mv ON CLUSTER 'main' SYNC;

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
  sum(facts.lateBids) AS lateBids,
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
  sum(facts.verificationFee) AS verificationFee,
  sum(facts.revM) AS revM,
  sum(facts.revMd) AS revMd
FROM facts_local AS facts
WHERE kind IN ('candidate', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, supplierId, channelId, subpublisherId, adexchangeId, advertiserId, campaignId, creativeId, deal, environment, reason, ivt;

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
  sum(facts.lateBids) AS lateBids,
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
  sum(facts.verificationFee) AS verificationFee,
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
  sum(facts.lateBids) AS lateBids,
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
  sum(facts.verificationFee) AS verificationFee,
  sum(facts.revM) AS revM,
  sum(facts.revMd) AS revMd
FROM facts_local AS facts
WHERE kind = 'event' AND verdict = 'counted'
GROUP BY demandId, hour, creative, advertiserId, tagId, channelId, subpublisherId, environment, errorCode, ivt;

DROP VIEW IF EXISTS hourly_audience_mv ON CLUSTER 'main' SYNC;

DROP TABLE IF EXISTS hourly_audience_copy ON CLUSTER 'main' SYNC;

DROP TABLE IF EXISTS hourly_audience_copy_local ON CLUSTER 'main' SYNC;

CREATE TABLE hourly_audience_copy_local ON CLUSTER 'main'
(
  demandId UInt32,
  hour DateTime('UTC'),
  subpublisherId UInt32,
  channelId UInt32,
  environment LowCardinality(String),
  ivt LowCardinality(String),
  country LowCardinality(String),
  deviceKind LowCardinality(String),
  os LowCardinality(String),
  browser LowCardinality(String),
  mediaType LowCardinality(String),
  integration LowCardinality(String),
  consent LowCardinality(String),
  calls UInt64,
  reqs UInt64,
  opps UInt64,
  missed UInt64,
  candidates UInt64,
  sent UInt64,
  answered UInt64,
  timeouts UInt64,
  bids UInt64,
  wins UInt64,
  losses UInt64,
  lateBids UInt64,
  imps UInt64,
  deviceImps UInt64,
  starts UInt64,
  q1 UInt64,
  q2 UInt64,
  q3 UInt64,
  completes UInt64,
  clicks UInt64,
  errors UInt64,
  measurable UInt64,
  viewed UInt64,
  scanned UInt64,
  scannedPix UInt64,
  scannedWh UInt64,
  rev Int64,
  cost Int64,
  systemCost Int64,
  requestFee Int64,
  verificationFee Int64,
  revM Int64,
  revMd Int64,
  devices AggregateFunction(uniq, UInt64)
)
ENGINE = ReplicatedSummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, subpublisherId, channelId, environment, ivt, country, deviceKind, os, browser, mediaType, integration, consent)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE OR REPLACE TABLE hourly_audience_copy ON CLUSTER 'main' AS hourly_audience_copy_local ENGINE = Distributed('main', currentDatabase(), hourly_audience_copy_local, sipHash64(demandId, toDate(hour)));

SYSTEM SYNC REPLICA ON CLUSTER 'main' hourly_audience_local;

INSERT INTO hourly_audience_copy SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0, distributed_foreground_insert = 1, parallel_distributed_insert_select = 0
SELECT
  demandId,
  hour,
  subpublisherId,
  channelId,
  environment,
  ivt,
  country,
  deviceKind,
  os,
  browser,
  mediaType,
  COLUMNS('^(?:door|integration)$'),
  consent,
  calls,
  reqs,
  opps,
  missed,
  candidates,
  sent,
  answered,
  timeouts,
  bids,
  wins,
  losses,
  lateBids,
  imps,
  deviceImps,
  starts,
  q1,
  q2,
  q3,
  completes,
  clicks,
  errors,
  measurable,
  viewed,
  scanned,
  scannedPix,
  scannedWh,
  rev,
  cost,
  systemCost,
  requestFee,
  COLUMNS('^(?:scanFee|verificationFee)$'),
  revM,
  revMd,
  devices
FROM hourly_audience;

CREATE TABLE IF NOT EXISTS hourly_audience_local ON CLUSTER 'main'
(
  demandId UInt32,
  hour DateTime('UTC'),
  subpublisherId UInt32,
  channelId UInt32,
  environment LowCardinality(String),
  ivt LowCardinality(String),
  country LowCardinality(String),
  deviceKind LowCardinality(String),
  os LowCardinality(String),
  browser LowCardinality(String),
  mediaType LowCardinality(String),
  integration LowCardinality(String),
  consent LowCardinality(String),
  calls UInt64,
  reqs UInt64,
  opps UInt64,
  missed UInt64,
  candidates UInt64,
  sent UInt64,
  answered UInt64,
  timeouts UInt64,
  bids UInt64,
  wins UInt64,
  losses UInt64,
  lateBids UInt64,
  imps UInt64,
  deviceImps UInt64,
  starts UInt64,
  q1 UInt64,
  q2 UInt64,
  q3 UInt64,
  completes UInt64,
  clicks UInt64,
  errors UInt64,
  measurable UInt64,
  viewed UInt64,
  scanned UInt64,
  scannedPix UInt64,
  scannedWh UInt64,
  rev Int64,
  cost Int64,
  systemCost Int64,
  requestFee Int64,
  verificationFee Int64,
  revM Int64,
  revMd Int64,
  devices AggregateFunction(uniq, UInt64)
)
ENGINE = ReplicatedSummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, subpublisherId, channelId, environment, ivt, country, deviceKind, os, browser, mediaType, integration, consent)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

EXCHANGE TABLES hourly_audience_local AND hourly_audience_copy_local ON CLUSTER 'main';

CREATE OR REPLACE TABLE hourly_audience ON CLUSTER 'main' AS hourly_audience_local ENGINE = Distributed('main', currentDatabase(), hourly_audience_local, sipHash64(demandId, toDate(hour)));

DROP TABLE IF EXISTS hourly_audience_copy ON CLUSTER 'main' SYNC;

DROP TABLE IF EXISTS hourly_audience_copy_local ON CLUSTER 'main' SYNC;

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
  integration,
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
  sum(facts.lateBids) AS lateBids,
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
  sum(facts.verificationFee) AS verificationFee,
  sum(facts.revM) AS revM,
  sum(facts.revMd) AS revMd,
  uniqStateIf(facts.device, facts.deviceImps > 0) AS devices
FROM facts_local AS facts
WHERE kind IN ('serve', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, subpublisherId, channelId, environment, ivt, country, deviceKind, os, browser, mediaType, integration, consent;

ALTER TABLE observed_local ON CLUSTER 'main'
  RENAME COLUMN IF EXISTS told TO declared SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE observed ON CLUSTER 'main' AS observed_local ENGINE = Distributed('main', currentDatabase(), observed_local, sipHash64(demandId));

DROP VIEW IF EXISTS observed_mv ON CLUSTER 'main' SYNC;

CREATE MATERIALIZED VIEW IF NOT EXISTS observed_mv ON CLUSTER 'main' TO observed_local AS
SELECT
  demandId,
  inventory,
  key,
  min(at) AS firstSeen,
  max(at) AS lastSeen,
  argMaxState(JSONExtractRaw(observations, inventory), at) AS declared
FROM facts_local AS facts
ARRAY JOIN ['app', 'site', 'publisher', 'creative'] AS inventory, [app, site, publisher, creative] AS key
WHERE observations != '' AND key != '' AND JSONHas(observations, inventory)
GROUP BY demandId, inventory, key;

ALTER TABLE offered_deals_local ON CLUSTER 'main'
  RENAME COLUMN IF EXISTS told TO terms SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE offered_deals ON CLUSTER 'main' AS offered_deals_local ENGINE = Distributed('main', currentDatabase(), offered_deals_local, sipHash64(demandId, toDate(hour)));

DROP VIEW IF EXISTS offered_deals_mv ON CLUSTER 'main' SYNC;

CREATE MATERIALIZED VIEW IF NOT EXISTS offered_deals_mv ON CLUSTER 'main' TO offered_deals_local AS
SELECT
  demandId,
  supplierId,
  toString(facts.deal) AS deal,
  toDateTime(toStartOfHour(at), 'UTC') AS hour,
  sum(facts.calls) AS calls,
  max(at) AS lastSeen,
  argMaxState(observations, if(observations = '', toDateTime64(0, 3, 'UTC'), at)) AS terms
FROM facts_local AS facts
WHERE kind = 'offer' AND verdict = 'counted'
GROUP BY demandId, supplierId, deal, hour;

ALTER TABLE traces_local ON CLUSTER 'main'
  RENAME COLUMN IF EXISTS door TO integration,
  RENAME COLUMN IF EXISTS weight TO sampleWeight SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE traces ON CLUSTER 'main' AS traces_local ENGINE = Distributed('main', currentDatabase(), traces_local, sipHash64(demandId, toDate(at)));

RENAME TABLE IF EXISTS scan_results_local TO verification_results_local ON CLUSTER 'main';

DROP TABLE IF EXISTS scan_results ON CLUSTER 'main' SYNC;

CREATE OR REPLACE TABLE verification_results ON CLUSTER 'main' AS verification_results_local ENGINE = Distributed('main', currentDatabase(), verification_results_local, sipHash64(demandId, toDate(hour)));

ALTER TABLE verification_results_local ON CLUSTER 'main'
  RENAME COLUMN IF EXISTS viewTold TO viewabilityReported SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE verification_results ON CLUSTER 'main' AS verification_results_local ENGINE = Distributed('main', currentDatabase(), verification_results_local, sipHash64(demandId, toDate(hour)));

RENAME TABLE IF EXISTS scan_days_local TO verification_days_local ON CLUSTER 'main';

DROP TABLE IF EXISTS scan_days ON CLUSTER 'main' SYNC;

CREATE OR REPLACE TABLE verification_days ON CLUSTER 'main' AS verification_days_local ENGINE = Distributed('main', currentDatabase(), verification_days_local, sipHash64(demandId));
