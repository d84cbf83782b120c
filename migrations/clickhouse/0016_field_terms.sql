-- The field's terms for columns and tables. Renaming keeps every row; a statement that runs again changes nothing.
ALTER TABLE facts
  RENAME COLUMN IF EXISTS door TO integration,
  RENAME COLUMN IF EXISTS sightings TO observations,
  RENAME COLUMN IF EXISTS scanFee TO verificationFee;

ALTER TABLE hourly_supply
  RENAME COLUMN IF EXISTS scanFee TO verificationFee;

ALTER TABLE hourly_demand
  RENAME COLUMN IF EXISTS scanFee TO verificationFee;

ALTER TABLE hourly_buying
  RENAME COLUMN IF EXISTS scanFee TO verificationFee;

ALTER TABLE hourly_inventory
  RENAME COLUMN IF EXISTS scanFee TO verificationFee;

ALTER TABLE hourly_creative
  RENAME COLUMN IF EXISTS scanFee TO verificationFee;

ALTER TABLE hourly_supply_mv MODIFY QUERY
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
FROM facts
WHERE kind IN ('serve', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, subpublisherId, channelId, environment, reason, ivt, supplierId;

ALTER TABLE hourly_demand_mv MODIFY QUERY
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
FROM facts
WHERE kind IN ('candidate', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, advertiserId, tagId, tier, channelId, subpublisherId, environment, reason, errorCode, marketplace, ivt;

ALTER TABLE hourly_buying_mv MODIFY QUERY
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
FROM facts
WHERE kind IN ('candidate', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, supplierId, channelId, subpublisherId, adexchangeId, advertiserId, campaignId, creativeId, deal, environment, reason, ivt;

ALTER TABLE hourly_inventory_mv MODIFY QUERY
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
FROM facts
WHERE kind IN ('serve', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, channelId, subpublisherId, environment, site, app, reason, publisher, ivt;

ALTER TABLE hourly_creative_mv MODIFY QUERY
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
FROM facts
WHERE kind = 'event' AND verdict = 'counted'
GROUP BY demandId, hour, creative, advertiserId, tagId, channelId, subpublisherId, environment, errorCode, ivt;

-- A column of the sorting key cannot be renamed: the roll-up is copied. Columns are copied by their places, so that a copy of
-- the copy is the same. Equal blocks of rows are not duplicates of each other.
DROP VIEW IF EXISTS hourly_audience_mv;

CREATE OR REPLACE TABLE hourly_audience
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
ENGINE = SummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, subpublisherId, channelId, environment, ivt, country, deviceKind, os, browser, mediaType, integration, consent)
SETTINGS non_replicated_deduplication_window = 10000
AS SELECT
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
FROM hourly_audience
SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS hourly_audience_mv TO hourly_audience AS
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
FROM facts
WHERE kind IN ('serve', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, subpublisherId, channelId, environment, ivt, country, deviceKind, os, browser, mediaType, integration, consent;

ALTER TABLE observed
  RENAME COLUMN IF EXISTS told TO declared;

ALTER TABLE observed_mv MODIFY QUERY
SELECT
  demandId,
  inventory,
  key,
  min(at) AS firstSeen,
  max(at) AS lastSeen,
  argMaxState(JSONExtractRaw(observations, inventory), at) AS declared
FROM facts
ARRAY JOIN ['app', 'site', 'publisher', 'creative'] AS inventory, [app, site, publisher, creative] AS key
WHERE observations != '' AND key != '' AND JSONHas(observations, inventory)
GROUP BY demandId, inventory, key;

ALTER TABLE offered_deals
  RENAME COLUMN IF EXISTS told TO terms;

-- Terms come from time to time: rows without must not hide them.
ALTER TABLE offered_deals_mv MODIFY QUERY
SELECT
  demandId,
  supplierId,
  toString(facts.deal) AS deal,
  toDateTime(toStartOfHour(at), 'UTC') AS hour,
  sum(facts.calls) AS calls,
  max(at) AS lastSeen,
  argMaxState(observations, if(observations = '', toDateTime64(0, 3, 'UTC'), at)) AS terms
FROM facts
WHERE kind = 'offer' AND verdict = 'counted'
GROUP BY demandId, supplierId, deal, hour;

ALTER TABLE traces
  RENAME COLUMN IF EXISTS door TO integration,
  RENAME COLUMN IF EXISTS weight TO sampleWeight;

-- Results of verification vendors, as their reports were imported, and the import that counts for each day.
RENAME TABLE IF EXISTS scan_results TO verification_results;

ALTER TABLE verification_results
  RENAME COLUMN IF EXISTS viewTold TO viewabilityReported;

RENAME TABLE IF EXISTS scan_days TO verification_days;
