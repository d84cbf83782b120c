-- Which publisher asked, as requests declare it, and which creative was shown. `sightings` is what the catalogue of observed
-- inventory shows of a row's app, site, publisher and creative, as JSON; most rows have none.
ALTER TABLE facts
  ADD COLUMN IF NOT EXISTS publisher String AFTER app,
  ADD COLUMN IF NOT EXISTS creative String AFTER publisher,
  ADD COLUMN IF NOT EXISTS sightings String;

-- Publishers go with sites and apps, so that they hardly add rows there.
ALTER TABLE hourly_inventory
  ADD COLUMN IF NOT EXISTS publisher String AFTER reason,
  MODIFY ORDER BY (demandId, hour, channelId, subpublisherId, environment, site, app, reason, publisher);

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
GROUP BY demandId, hour, channelId, subpublisherId, environment, site, app, reason, publisher;

-- What creatives did. One tag answers with any number of them, so they would multiply the rows of hourly_demand for every
-- report that does not ask for them; and only what players report knows the creative, so the fates of candidates stay out.
-- It begins with the sums of what is there, before its view is, in one step that done twice is the same.
CREATE OR REPLACE TABLE hourly_creative
(
  demandId       UInt32,
  hour           DateTime('UTC'),
  creative       String,
  advertiserId   UInt32,
  tagId          UInt32,
  channelId      UInt32,
  subpublisherId UInt32,
  environment    LowCardinality(String),
  errorCode      UInt16,
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
ORDER BY (demandId, hour, creative, advertiserId, tagId, channelId, subpublisherId, environment, errorCode)
SETTINGS non_replicated_deduplication_window = 10000
AS SELECT
  demandId,
  toDateTime(toStartOfHour(at), 'UTC') AS hour,
  creative,
  advertiserId,
  tagId,
  channelId,
  subpublisherId,
  environment,
  errorCode,
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
GROUP BY demandId, hour, creative, advertiserId, tagId, channelId, subpublisherId, environment, errorCode;

CREATE MATERIALIZED VIEW IF NOT EXISTS hourly_creative_mv TO hourly_creative AS
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
GROUP BY demandId, hour, creative, advertiserId, tagId, channelId, subpublisherId, environment, errorCode;

-- The catalogue: every app, site, publisher and creative that traffic showed, with the latest that was told of it. Smallest,
-- largest and latest stay what they are however often rows are loaded.
CREATE TABLE IF NOT EXISTS observed
(
  demandId  UInt32,
  inventory LowCardinality(String),
  key       String,
  firstSeen SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
  lastSeen  SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
  told      AggregateFunction(argMax, String, DateTime64(3, 'UTC'))
)
ENGINE = AggregatingMergeTree
ORDER BY (demandId, inventory, key)
SETTINGS non_replicated_deduplication_window = 10000;

-- The inventory of before: nothing is told of it yet.
INSERT INTO observed
SELECT demandId, inventory, key, min(hour), max(hour), argMaxState('', toDateTime64(0, 3, 'UTC'))
FROM hourly_inventory
ARRAY JOIN ['app', 'site'] AS inventory, [app, site] AS key
WHERE key != '' AND demandId != 0
GROUP BY demandId, inventory, key;

-- Serving tells of each thing about once a day: other rows have nothing for the catalogue.
CREATE MATERIALIZED VIEW IF NOT EXISTS observed_mv TO observed AS
SELECT
  demandId,
  inventory,
  key,
  min(at) AS firstSeen,
  max(at) AS lastSeen,
  argMaxState(JSONExtractRaw(sightings, inventory), at) AS told
FROM facts
ARRAY JOIN ['app', 'site', 'publisher', 'creative'] AS inventory, [app, site, publisher, creative] AS key
WHERE sightings != '' AND key != '' AND JSONHas(sightings, inventory)
GROUP BY demandId, inventory, key;
