-- What requests bring under the account's own parameters: a few short values, of those that have any. Single facts alone
-- know them, and reports by them read those. So do the market and the floor of channels whose floor is learned.
ALTER TABLE facts
  ADD COLUMN IF NOT EXISTS params Map(LowCardinality(String), String) AFTER ivt,
  ADD COLUMN IF NOT EXISTS market LowCardinality(String) AFTER params,
  ADD COLUMN IF NOT EXISTS floor Int64 AFTER market,
  ADD COLUMN IF NOT EXISTS scanned UInt32 AFTER errors,
  ADD COLUMN IF NOT EXISTS scannedPix UInt32 AFTER scanned,
  ADD COLUMN IF NOT EXISTS scannedWh UInt32 AFTER scannedPix;

-- Impressions that vendors measure after they were bought, in all and by vendor.
ALTER TABLE hourly_supply
  ADD COLUMN IF NOT EXISTS scanned UInt64 AFTER errors,
  ADD COLUMN IF NOT EXISTS scannedPix UInt64 AFTER scanned,
  ADD COLUMN IF NOT EXISTS scannedWh UInt64 AFTER scannedPix;

ALTER TABLE hourly_demand
  ADD COLUMN IF NOT EXISTS scanned UInt64 AFTER errors,
  ADD COLUMN IF NOT EXISTS scannedPix UInt64 AFTER scanned,
  ADD COLUMN IF NOT EXISTS scannedWh UInt64 AFTER scannedPix;

ALTER TABLE hourly_inventory
  ADD COLUMN IF NOT EXISTS scanned UInt64 AFTER errors,
  ADD COLUMN IF NOT EXISTS scannedPix UInt64 AFTER scanned,
  ADD COLUMN IF NOT EXISTS scannedWh UInt64 AFTER scannedPix;

ALTER TABLE hourly_creative
  ADD COLUMN IF NOT EXISTS scanned UInt64 AFTER errors,
  ADD COLUMN IF NOT EXISTS scannedPix UInt64 AFTER scanned,
  ADD COLUMN IF NOT EXISTS scannedWh UInt64 AFTER scannedPix;

ALTER TABLE hourly_supply_mv MODIFY QUERY
SELECT
  demandId,
  toDateTime(toStartOfHour(at), 'UTC') AS hour,
  subpublisherId,
  channelId,
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
  sum(facts.imps) AS imps,
  sum(facts.starts) AS starts,
  sum(facts.q1) AS q1,
  sum(facts.q2) AS q2,
  sum(facts.q3) AS q3,
  sum(facts.completes) AS completes,
  sum(facts.clicks) AS clicks,
  sum(facts.errors) AS errors,
  sum(facts.scanned) AS scanned,
  sum(facts.scannedPix) AS scannedPix,
  sum(facts.scannedWh) AS scannedWh,
  sum(facts.rev) AS rev,
  sum(facts.cost) AS cost,
  sum(facts.systemCost) AS systemCost,
  sum(facts.revM) AS revM,
  sum(facts.revMd) AS revMd
FROM facts
WHERE kind IN ('serve', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, subpublisherId, channelId, environment, reason, ivt;

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
  sum(facts.imps) AS imps,
  sum(facts.starts) AS starts,
  sum(facts.q1) AS q1,
  sum(facts.q2) AS q2,
  sum(facts.q3) AS q3,
  sum(facts.completes) AS completes,
  sum(facts.clicks) AS clicks,
  sum(facts.errors) AS errors,
  sum(facts.scanned) AS scanned,
  sum(facts.scannedPix) AS scannedPix,
  sum(facts.scannedWh) AS scannedWh,
  sum(facts.rev) AS rev,
  sum(facts.cost) AS cost,
  sum(facts.systemCost) AS systemCost,
  sum(facts.revM) AS revM,
  sum(facts.revMd) AS revMd
FROM facts
WHERE kind IN ('candidate', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, advertiserId, tagId, tier, channelId, subpublisherId, environment, reason, errorCode, marketplace, ivt;

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
  sum(facts.imps) AS imps,
  sum(facts.starts) AS starts,
  sum(facts.q1) AS q1,
  sum(facts.q2) AS q2,
  sum(facts.q3) AS q3,
  sum(facts.completes) AS completes,
  sum(facts.clicks) AS clicks,
  sum(facts.errors) AS errors,
  sum(facts.scanned) AS scanned,
  sum(facts.scannedPix) AS scannedPix,
  sum(facts.scannedWh) AS scannedWh,
  sum(facts.rev) AS rev,
  sum(facts.cost) AS cost,
  sum(facts.systemCost) AS systemCost,
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
  sum(facts.imps) AS imps,
  sum(facts.starts) AS starts,
  sum(facts.q1) AS q1,
  sum(facts.q2) AS q2,
  sum(facts.q3) AS q3,
  sum(facts.completes) AS completes,
  sum(facts.clicks) AS clicks,
  sum(facts.errors) AS errors,
  sum(facts.scanned) AS scanned,
  sum(facts.scannedPix) AS scannedPix,
  sum(facts.scannedWh) AS scannedWh,
  sum(facts.rev) AS rev,
  sum(facts.cost) AS cost,
  sum(facts.systemCost) AS systemCost,
  sum(facts.revM) AS revM,
  sum(facts.revMd) AS revMd
FROM facts
WHERE kind = 'event' AND verdict = 'counted'
GROUP BY demandId, hour, creative, advertiserId, tagId, channelId, subpublisherId, environment, errorCode, ivt;
