ALTER TABLE facts_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS adjustedImps UInt32 AFTER revMd,
  ADD COLUMN IF NOT EXISTS adjustedClicks UInt32 AFTER adjustedImps,
  ADD COLUMN IF NOT EXISTS adjustedRev Int64 AFTER adjustedClicks,
  ADD COLUMN IF NOT EXISTS adjustedCost Int64 AFTER adjustedRev,
  ADD COLUMN IF NOT EXISTS adjustedRevM Int64 AFTER adjustedCost,
  ADD COLUMN IF NOT EXISTS adjustedRevMd Int64 AFTER adjustedRevM SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE facts ON CLUSTER 'main' AS facts_local ENGINE = Distributed('main', currentDatabase(), facts_local, sipHash64(demandId, toDate(at)));

ALTER TABLE hourly_supply_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS adjustedImps UInt64 AFTER revMd,
  ADD COLUMN IF NOT EXISTS adjustedClicks UInt64 AFTER adjustedImps,
  ADD COLUMN IF NOT EXISTS adjustedRev Int64 AFTER adjustedClicks,
  ADD COLUMN IF NOT EXISTS adjustedCost Int64 AFTER adjustedRev,
  ADD COLUMN IF NOT EXISTS adjustedRevM Int64 AFTER adjustedCost,
  ADD COLUMN IF NOT EXISTS adjustedRevMd Int64 AFTER adjustedRevM SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE hourly_supply ON CLUSTER 'main' AS hourly_supply_local ENGINE = Distributed('main', currentDatabase(), hourly_supply_local, sipHash64(demandId, toDate(hour)));

ALTER TABLE hourly_demand_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS adjustedImps UInt64 AFTER revMd,
  ADD COLUMN IF NOT EXISTS adjustedClicks UInt64 AFTER adjustedImps,
  ADD COLUMN IF NOT EXISTS adjustedRev Int64 AFTER adjustedClicks,
  ADD COLUMN IF NOT EXISTS adjustedCost Int64 AFTER adjustedRev,
  ADD COLUMN IF NOT EXISTS adjustedRevM Int64 AFTER adjustedCost,
  ADD COLUMN IF NOT EXISTS adjustedRevMd Int64 AFTER adjustedRevM SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE hourly_demand ON CLUSTER 'main' AS hourly_demand_local ENGINE = Distributed('main', currentDatabase(), hourly_demand_local, sipHash64(demandId, toDate(hour)));

ALTER TABLE hourly_buying_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS adjustedImps UInt64 AFTER revMd,
  ADD COLUMN IF NOT EXISTS adjustedClicks UInt64 AFTER adjustedImps,
  ADD COLUMN IF NOT EXISTS adjustedRev Int64 AFTER adjustedClicks,
  ADD COLUMN IF NOT EXISTS adjustedCost Int64 AFTER adjustedRev,
  ADD COLUMN IF NOT EXISTS adjustedRevM Int64 AFTER adjustedCost,
  ADD COLUMN IF NOT EXISTS adjustedRevMd Int64 AFTER adjustedRevM SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE hourly_buying ON CLUSTER 'main' AS hourly_buying_local ENGINE = Distributed('main', currentDatabase(), hourly_buying_local, sipHash64(demandId, toDate(hour)));

ALTER TABLE hourly_inventory_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS adjustedImps UInt64 AFTER revMd,
  ADD COLUMN IF NOT EXISTS adjustedClicks UInt64 AFTER adjustedImps,
  ADD COLUMN IF NOT EXISTS adjustedRev Int64 AFTER adjustedClicks,
  ADD COLUMN IF NOT EXISTS adjustedCost Int64 AFTER adjustedRev,
  ADD COLUMN IF NOT EXISTS adjustedRevM Int64 AFTER adjustedCost,
  ADD COLUMN IF NOT EXISTS adjustedRevMd Int64 AFTER adjustedRevM SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE hourly_inventory ON CLUSTER 'main' AS hourly_inventory_local ENGINE = Distributed('main', currentDatabase(), hourly_inventory_local, sipHash64(demandId, toDate(hour)));

ALTER TABLE hourly_creative_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS adjustedImps UInt64 AFTER revMd,
  ADD COLUMN IF NOT EXISTS adjustedClicks UInt64 AFTER adjustedImps,
  ADD COLUMN IF NOT EXISTS adjustedRev Int64 AFTER adjustedClicks,
  ADD COLUMN IF NOT EXISTS adjustedCost Int64 AFTER adjustedRev,
  ADD COLUMN IF NOT EXISTS adjustedRevM Int64 AFTER adjustedCost,
  ADD COLUMN IF NOT EXISTS adjustedRevMd Int64 AFTER adjustedRevM SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE hourly_creative ON CLUSTER 'main' AS hourly_creative_local ENGINE = Distributed('main', currentDatabase(), hourly_creative_local, sipHash64(demandId, toDate(hour)));

ALTER TABLE hourly_audience_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS adjustedImps UInt64 AFTER revMd,
  ADD COLUMN IF NOT EXISTS adjustedClicks UInt64 AFTER adjustedImps,
  ADD COLUMN IF NOT EXISTS adjustedRev Int64 AFTER adjustedClicks,
  ADD COLUMN IF NOT EXISTS adjustedCost Int64 AFTER adjustedRev,
  ADD COLUMN IF NOT EXISTS adjustedRevM Int64 AFTER adjustedCost,
  ADD COLUMN IF NOT EXISTS adjustedRevMd Int64 AFTER adjustedRevM SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE hourly_audience ON CLUSTER 'main' AS hourly_audience_local ENGINE = Distributed('main', currentDatabase(), hourly_audience_local, sipHash64(demandId, toDate(hour)));

ALTER TABLE test_facts_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS adjustedImps UInt32 AFTER revMd,
  ADD COLUMN IF NOT EXISTS adjustedClicks UInt32 AFTER adjustedImps,
  ADD COLUMN IF NOT EXISTS adjustedRev Int64 AFTER adjustedClicks,
  ADD COLUMN IF NOT EXISTS adjustedCost Int64 AFTER adjustedRev,
  ADD COLUMN IF NOT EXISTS adjustedRevM Int64 AFTER adjustedCost,
  ADD COLUMN IF NOT EXISTS adjustedRevMd Int64 AFTER adjustedRevM SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE test_facts ON CLUSTER 'main' AS test_facts_local ENGINE = Distributed('main', currentDatabase(), test_facts_local, sipHash64(demandId, toDate(at)));

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
  sum(facts.furtherSlots) AS furtherSlots,
  sum(facts.furtherAds) AS furtherAds,
  sum(facts.missed) AS missed,
  sum(facts.candidates) AS candidates,
  sum(facts.sent) AS sent,
  sum(facts.answered) AS answered,
  sum(facts.furtherSold) AS furtherSold,
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
  sum(facts.adjustedImps) AS adjustedImps,
  sum(facts.adjustedClicks) AS adjustedClicks,
  sum(facts.adjustedRev) AS adjustedRev,
  sum(facts.adjustedCost) AS adjustedCost,
  sum(facts.adjustedRevM) AS adjustedRevM,
  sum(facts.adjustedRevMd) AS adjustedRevMd
FROM facts_local AS facts
WHERE kind IN ('serve', 'event', 'adjustment') AND verdict = 'counted'
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
  sum(facts.furtherSlots) AS furtherSlots,
  sum(facts.furtherAds) AS furtherAds,
  sum(facts.missed) AS missed,
  sum(facts.candidates) AS candidates,
  sum(facts.sent) AS sent,
  sum(facts.answered) AS answered,
  sum(facts.furtherSold) AS furtherSold,
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
  sum(facts.adjustedImps) AS adjustedImps,
  sum(facts.adjustedClicks) AS adjustedClicks,
  sum(facts.adjustedRev) AS adjustedRev,
  sum(facts.adjustedCost) AS adjustedCost,
  sum(facts.adjustedRevM) AS adjustedRevM,
  sum(facts.adjustedRevMd) AS adjustedRevMd
FROM facts_local AS facts
WHERE kind IN ('candidate', 'event', 'adjustment') AND verdict = 'counted'
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
  sum(facts.furtherSlots) AS furtherSlots,
  sum(facts.furtherAds) AS furtherAds,
  sum(facts.missed) AS missed,
  sum(facts.candidates) AS candidates,
  sum(facts.sent) AS sent,
  sum(facts.answered) AS answered,
  sum(facts.furtherSold) AS furtherSold,
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
  sum(facts.adjustedImps) AS adjustedImps,
  sum(facts.adjustedClicks) AS adjustedClicks,
  sum(facts.adjustedRev) AS adjustedRev,
  sum(facts.adjustedCost) AS adjustedCost,
  sum(facts.adjustedRevM) AS adjustedRevM,
  sum(facts.adjustedRevMd) AS adjustedRevMd
FROM facts_local AS facts
WHERE kind IN ('candidate', 'event', 'adjustment') AND verdict = 'counted'
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
  sum(facts.furtherSlots) AS furtherSlots,
  sum(facts.furtherAds) AS furtherAds,
  sum(facts.missed) AS missed,
  sum(facts.candidates) AS candidates,
  sum(facts.sent) AS sent,
  sum(facts.answered) AS answered,
  sum(facts.furtherSold) AS furtherSold,
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
  sum(facts.adjustedImps) AS adjustedImps,
  sum(facts.adjustedClicks) AS adjustedClicks,
  sum(facts.adjustedRev) AS adjustedRev,
  sum(facts.adjustedCost) AS adjustedCost,
  sum(facts.adjustedRevM) AS adjustedRevM,
  sum(facts.adjustedRevMd) AS adjustedRevMd
FROM facts_local AS facts
WHERE kind IN ('serve', 'event', 'adjustment') AND verdict = 'counted'
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
  sum(facts.furtherSlots) AS furtherSlots,
  sum(facts.furtherAds) AS furtherAds,
  sum(facts.missed) AS missed,
  sum(facts.candidates) AS candidates,
  sum(facts.sent) AS sent,
  sum(facts.answered) AS answered,
  sum(facts.furtherSold) AS furtherSold,
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
  sum(facts.adjustedImps) AS adjustedImps,
  sum(facts.adjustedClicks) AS adjustedClicks,
  sum(facts.adjustedRev) AS adjustedRev,
  sum(facts.adjustedCost) AS adjustedCost,
  sum(facts.adjustedRevM) AS adjustedRevM,
  sum(facts.adjustedRevMd) AS adjustedRevMd
FROM facts_local AS facts
WHERE kind IN ('event', 'adjustment') AND verdict = 'counted'
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
  integration,
  consent,
  sum(facts.calls) AS calls,
  sum(facts.reqs) AS reqs,
  sum(facts.opps) AS opps,
  sum(facts.furtherSlots) AS furtherSlots,
  sum(facts.furtherAds) AS furtherAds,
  sum(facts.missed) AS missed,
  sum(facts.candidates) AS candidates,
  sum(facts.sent) AS sent,
  sum(facts.answered) AS answered,
  sum(facts.furtherSold) AS furtherSold,
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
  sum(facts.adjustedImps) AS adjustedImps,
  sum(facts.adjustedClicks) AS adjustedClicks,
  sum(facts.adjustedRev) AS adjustedRev,
  sum(facts.adjustedCost) AS adjustedCost,
  sum(facts.adjustedRevM) AS adjustedRevM,
  sum(facts.adjustedRevMd) AS adjustedRevMd,
  uniqStateIf(facts.device, facts.deviceImps > 0) AS devices
FROM facts_local AS facts
WHERE kind IN ('serve', 'event', 'adjustment') AND verdict = 'counted'
GROUP BY demandId, hour, subpublisherId, channelId, environment, ivt, country, deviceKind, os, browser, mediaType, integration, consent;
