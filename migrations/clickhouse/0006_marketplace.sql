-- Sales through marketplace partners: who the partner is, what they earn, and what the account keeps of that.
ALTER TABLE facts
  ADD COLUMN IF NOT EXISTS marketplace LowCardinality(String) AFTER tier,
  ADD COLUMN IF NOT EXISTS revM Int64,
  ADD COLUMN IF NOT EXISTS revMd Int64;

-- A roll-up's list of summed columns cannot be altered, so the roll-ups are made anew, each with what it held, in one step
-- that done twice is the same. From here on they have no list: every dimension is in the key, and SummingMergeTree adds up
-- every number that is not. A further measure is a plain ADD COLUMN. Their memory of tokens starts anew with them: what
-- an earlier version left half loaded must be in before, and the worker sees to it.
CREATE OR REPLACE TABLE hourly_supply
(
  demandId       UInt32,
  hour           DateTime('UTC'),
  subpublisherId UInt32,
  channelId      UInt32,
  environment    LowCardinality(String),
  reason         LowCardinality(String),
  calls          UInt64,
  reqs           UInt64,
  opps           UInt64,
  missed         UInt64,
  candidates     UInt64,
  sent           UInt64,
  answered       UInt64,
  timeouts       UInt64,
  imps           UInt64,
  starts         UInt64,
  q1             UInt64,
  q2             UInt64,
  q3             UInt64,
  completes      UInt64,
  clicks         UInt64,
  errors         UInt64,
  rev            Int64,
  cost           Int64,
  systemCost     Int64,
  revM           Int64,
  revMd          Int64
)
ENGINE = SummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, subpublisherId, channelId, environment, reason)
SETTINGS non_replicated_deduplication_window = 10000
AS SELECT
  demandId, hour, subpublisherId, channelId, environment, reason, calls, reqs, opps, missed, candidates, sent,
  answered, timeouts, imps, starts, q1, q2, q3, completes, clicks, errors, rev, cost, systemCost,
  toInt64(0) AS revM,
  toInt64(0) AS revMd
FROM hourly_supply;

CREATE OR REPLACE TABLE hourly_demand
(
  demandId       UInt32,
  hour           DateTime('UTC'),
  advertiserId   UInt32,
  tagId          UInt32,
  tier           UInt8,
  channelId      UInt32,
  subpublisherId UInt32,
  environment    LowCardinality(String),
  reason         LowCardinality(String),
  errorCode      UInt16,
  marketplace    LowCardinality(String),
  calls          UInt64,
  reqs           UInt64,
  opps           UInt64,
  missed         UInt64,
  candidates     UInt64,
  sent           UInt64,
  answered       UInt64,
  timeouts       UInt64,
  imps           UInt64,
  starts         UInt64,
  q1             UInt64,
  q2             UInt64,
  q3             UInt64,
  completes      UInt64,
  clicks         UInt64,
  errors         UInt64,
  rev            Int64,
  cost           Int64,
  systemCost     Int64,
  revM           Int64,
  revMd          Int64
)
ENGINE = SummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, advertiserId, tagId, tier, channelId, subpublisherId, environment, reason, errorCode, marketplace)
SETTINGS non_replicated_deduplication_window = 10000
AS SELECT
  demandId, hour, advertiserId, tagId, tier, channelId, subpublisherId, environment, reason, errorCode,
  '' AS marketplace, calls, reqs, opps, missed, candidates, sent, answered, timeouts, imps, starts, q1, q2, q3,
  completes, clicks, errors, rev, cost, systemCost,
  toInt64(0) AS revM,
  toInt64(0) AS revMd
FROM hourly_demand;

CREATE OR REPLACE TABLE hourly_inventory
(
  demandId       UInt32,
  hour           DateTime('UTC'),
  channelId      UInt32,
  subpublisherId UInt32,
  environment    LowCardinality(String),
  site           String,
  app            String,
  reason         LowCardinality(String),
  calls          UInt64,
  reqs           UInt64,
  opps           UInt64,
  missed         UInt64,
  candidates     UInt64,
  sent           UInt64,
  answered       UInt64,
  timeouts       UInt64,
  imps           UInt64,
  starts         UInt64,
  q1             UInt64,
  q2             UInt64,
  q3             UInt64,
  completes      UInt64,
  clicks         UInt64,
  errors         UInt64,
  rev            Int64,
  cost           Int64,
  systemCost     Int64,
  revM           Int64,
  revMd          Int64
)
ENGINE = SummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, channelId, subpublisherId, environment, site, app, reason)
SETTINGS non_replicated_deduplication_window = 10000
AS SELECT
  demandId, hour, channelId, subpublisherId, environment, site, app, reason, calls, reqs, opps, missed,
  candidates, sent, answered, timeouts, imps, starts, q1, q2, q3, completes, clicks, errors, rev, cost,
  systemCost,
  toInt64(0) AS revM,
  toInt64(0) AS revMd
FROM hourly_inventory;

-- The views learn the new columns without a moment in which they are not there.
ALTER TABLE hourly_supply_mv MODIFY QUERY
SELECT
  demandId,
  toDateTime(toStartOfHour(at), 'UTC') AS hour,
  subpublisherId,
  channelId,
  environment,
  reason,
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
GROUP BY demandId, hour, subpublisherId, channelId, environment, reason;

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
GROUP BY demandId, hour, advertiserId, tagId, tier, channelId, subpublisherId, environment, reason, errorCode, marketplace;

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
GROUP BY demandId, hour, channelId, subpublisherId, environment, site, app, reason;
