ALTER TABLE facts_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS publisher String AFTER app,
  ADD COLUMN IF NOT EXISTS creative String AFTER publisher,
  ADD COLUMN IF NOT EXISTS sightings String SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE facts ON CLUSTER 'main' AS facts_local ENGINE = Distributed('main', currentDatabase(), facts_local, sipHash64(demandId, toDate(at)));

ALTER TABLE hourly_inventory_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS publisher String AFTER reason,
  MODIFY ORDER BY (demandId, hour, channelId, subpublisherId, environment, site, app, reason, publisher) SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE hourly_inventory ON CLUSTER 'main' AS hourly_inventory_local ENGINE = Distributed('main', currentDatabase(), hourly_inventory_local, sipHash64(demandId, toDate(hour)));

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
FROM facts_local AS facts
WHERE kind IN ('serve', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, channelId, subpublisherId, environment, site, app, reason, publisher;

DROP TABLE IF EXISTS hourly_creative_copy ON CLUSTER 'main' SYNC;

DROP TABLE IF EXISTS hourly_creative_copy_local ON CLUSTER 'main' SYNC;

CREATE TABLE hourly_creative_copy_local ON CLUSTER 'main'
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
ENGINE = ReplicatedSummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, creative, advertiserId, tagId, channelId, subpublisherId, environment, errorCode)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE OR REPLACE TABLE hourly_creative_copy ON CLUSTER 'main' AS hourly_creative_copy_local ENGINE = Distributed('main', currentDatabase(), hourly_creative_copy_local, sipHash64(demandId, toDate(hour)));

SYSTEM SYNC REPLICA ON CLUSTER 'main' facts_local;

INSERT INTO hourly_creative_copy SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0, distributed_foreground_insert = 1, parallel_distributed_insert_select = 0
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

CREATE TABLE IF NOT EXISTS hourly_creative_local ON CLUSTER 'main'
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
ENGINE = ReplicatedSummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, creative, advertiserId, tagId, channelId, subpublisherId, environment, errorCode)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

EXCHANGE TABLES hourly_creative_local AND hourly_creative_copy_local ON CLUSTER 'main';

CREATE OR REPLACE TABLE hourly_creative ON CLUSTER 'main' AS hourly_creative_local ENGINE = Distributed('main', currentDatabase(), hourly_creative_local, sipHash64(demandId, toDate(hour)));

DROP TABLE IF EXISTS hourly_creative_copy ON CLUSTER 'main' SYNC;

DROP TABLE IF EXISTS hourly_creative_copy_local ON CLUSTER 'main' SYNC;

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
FROM facts_local AS facts
WHERE kind = 'event' AND verdict = 'counted'
GROUP BY demandId, hour, creative, advertiserId, tagId, channelId, subpublisherId, environment, errorCode;

CREATE TABLE IF NOT EXISTS observed_local ON CLUSTER 'main'
(
  demandId  UInt32,
  inventory LowCardinality(String),
  key       String,
  firstSeen SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
  lastSeen  SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
  told      AggregateFunction(argMax, String, DateTime64(3, 'UTC'))
)
ENGINE = ReplicatedAggregatingMergeTree
ORDER BY (demandId, inventory, key)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE OR REPLACE TABLE observed ON CLUSTER 'main' AS observed_local ENGINE = Distributed('main', currentDatabase(), observed_local, sipHash64(demandId));

INSERT INTO observed
SELECT demandId, inventory, key, min(hour), max(hour), argMaxState('', toDateTime64(0, 3, 'UTC'))
FROM hourly_inventory
ARRAY JOIN ['app', 'site'] AS inventory, [app, site] AS key
WHERE key != '' AND demandId != 0
GROUP BY demandId, inventory, key;

CREATE MATERIALIZED VIEW IF NOT EXISTS observed_mv ON CLUSTER 'main' TO observed_local AS
SELECT
  demandId,
  inventory,
  key,
  min(at) AS firstSeen,
  max(at) AS lastSeen,
  argMaxState(JSONExtractRaw(sightings, inventory), at) AS told
FROM facts_local AS facts
ARRAY JOIN ['app', 'site', 'publisher', 'creative'] AS inventory, [app, site, publisher, creative] AS key
WHERE sightings != '' AND key != '' AND JSONHas(sightings, inventory)
GROUP BY demandId, inventory, key;
