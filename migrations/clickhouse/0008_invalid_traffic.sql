-- What traffic was found to be before anything was bid for it: valid, or what makes it invalid; empty where nobody judged it.
-- Gross, invalid and net figures are the same measures over all rows, over those with a reason, and over the rest.
ALTER TABLE facts
  ADD COLUMN IF NOT EXISTS ivt LowCardinality(String) AFTER errorCode;

-- A handful of values, and most rows have one of them: the roll-ups hardly grow.
ALTER TABLE hourly_supply
  ADD COLUMN IF NOT EXISTS ivt LowCardinality(String) AFTER reason,
  MODIFY ORDER BY (demandId, hour, subpublisherId, channelId, environment, reason, ivt);

ALTER TABLE hourly_demand
  ADD COLUMN IF NOT EXISTS ivt LowCardinality(String) AFTER errorCode,
  MODIFY ORDER BY (demandId, hour, advertiserId, tagId, tier, channelId, subpublisherId, environment, reason, errorCode, marketplace, ivt);

ALTER TABLE hourly_inventory
  ADD COLUMN IF NOT EXISTS ivt LowCardinality(String) AFTER reason,
  MODIFY ORDER BY (demandId, hour, channelId, subpublisherId, environment, site, app, reason, publisher, ivt);

ALTER TABLE hourly_creative
  ADD COLUMN IF NOT EXISTS ivt LowCardinality(String) AFTER errorCode,
  MODIFY ORDER BY (demandId, hour, creative, advertiserId, tagId, channelId, subpublisherId, environment, errorCode, ivt);

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
  sum(facts.rev) AS rev,
  sum(facts.cost) AS cost,
  sum(facts.systemCost) AS systemCost,
  sum(facts.revM) AS revM,
  sum(facts.revMd) AS revMd
FROM facts
WHERE kind = 'event' AND verdict = 'counted'
GROUP BY demandId, hour, creative, advertiserId, tagId, channelId, subpublisherId, environment, errorCode, ivt;
