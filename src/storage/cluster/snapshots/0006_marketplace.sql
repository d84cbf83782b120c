ALTER TABLE facts_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS marketplace LowCardinality(String) AFTER tier,
  ADD COLUMN IF NOT EXISTS revM Int64,
  ADD COLUMN IF NOT EXISTS revMd Int64 SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE facts ON CLUSTER 'main' AS facts_local ENGINE = Distributed('main', currentDatabase(), facts_local, sipHash64(demandId, toDate(at)));

DROP TABLE IF EXISTS hourly_supply_copy ON CLUSTER 'main' SYNC;

DROP TABLE IF EXISTS hourly_supply_copy_local ON CLUSTER 'main' SYNC;

CREATE TABLE hourly_supply_copy_local ON CLUSTER 'main'
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
ENGINE = ReplicatedSummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, subpublisherId, channelId, environment, reason)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE OR REPLACE TABLE hourly_supply_copy ON CLUSTER 'main' AS hourly_supply_copy_local ENGINE = Distributed('main', currentDatabase(), hourly_supply_copy_local, sipHash64(demandId, toDate(hour)));

SYSTEM SYNC REPLICA ON CLUSTER 'main' hourly_supply_local;

INSERT INTO hourly_supply_copy SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0, distributed_foreground_insert = 1, parallel_distributed_insert_select = 0
SELECT
  demandId, hour, subpublisherId, channelId, environment, reason, calls, reqs, opps, missed, candidates, sent,
  answered, timeouts, imps, starts, q1, q2, q3, completes, clicks, errors, rev, cost, systemCost,
  toInt64(0) AS revM,
  toInt64(0) AS revMd
FROM hourly_supply;

CREATE TABLE IF NOT EXISTS hourly_supply_local ON CLUSTER 'main'
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
ENGINE = ReplicatedSummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, subpublisherId, channelId, environment, reason)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

EXCHANGE TABLES hourly_supply_local AND hourly_supply_copy_local ON CLUSTER 'main';

CREATE OR REPLACE TABLE hourly_supply ON CLUSTER 'main' AS hourly_supply_local ENGINE = Distributed('main', currentDatabase(), hourly_supply_local, sipHash64(demandId, toDate(hour)));

DROP TABLE IF EXISTS hourly_supply_copy ON CLUSTER 'main' SYNC;

DROP TABLE IF EXISTS hourly_supply_copy_local ON CLUSTER 'main' SYNC;

DROP TABLE IF EXISTS hourly_demand_copy ON CLUSTER 'main' SYNC;

DROP TABLE IF EXISTS hourly_demand_copy_local ON CLUSTER 'main' SYNC;

CREATE TABLE hourly_demand_copy_local ON CLUSTER 'main'
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
ENGINE = ReplicatedSummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, advertiserId, tagId, tier, channelId, subpublisherId, environment, reason, errorCode, marketplace)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE OR REPLACE TABLE hourly_demand_copy ON CLUSTER 'main' AS hourly_demand_copy_local ENGINE = Distributed('main', currentDatabase(), hourly_demand_copy_local, sipHash64(demandId, toDate(hour)));

SYSTEM SYNC REPLICA ON CLUSTER 'main' hourly_demand_local;

INSERT INTO hourly_demand_copy SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0, distributed_foreground_insert = 1, parallel_distributed_insert_select = 0
SELECT
  demandId, hour, advertiserId, tagId, tier, channelId, subpublisherId, environment, reason, errorCode,
  '' AS marketplace, calls, reqs, opps, missed, candidates, sent, answered, timeouts, imps, starts, q1, q2, q3,
  completes, clicks, errors, rev, cost, systemCost,
  toInt64(0) AS revM,
  toInt64(0) AS revMd
FROM hourly_demand;

CREATE TABLE IF NOT EXISTS hourly_demand_local ON CLUSTER 'main'
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
ENGINE = ReplicatedSummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, advertiserId, tagId, tier, channelId, subpublisherId, environment, reason, errorCode, marketplace)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

EXCHANGE TABLES hourly_demand_local AND hourly_demand_copy_local ON CLUSTER 'main';

CREATE OR REPLACE TABLE hourly_demand ON CLUSTER 'main' AS hourly_demand_local ENGINE = Distributed('main', currentDatabase(), hourly_demand_local, sipHash64(demandId, toDate(hour)));

DROP TABLE IF EXISTS hourly_demand_copy ON CLUSTER 'main' SYNC;

DROP TABLE IF EXISTS hourly_demand_copy_local ON CLUSTER 'main' SYNC;

DROP TABLE IF EXISTS hourly_inventory_copy ON CLUSTER 'main' SYNC;

DROP TABLE IF EXISTS hourly_inventory_copy_local ON CLUSTER 'main' SYNC;

CREATE TABLE hourly_inventory_copy_local ON CLUSTER 'main'
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
ENGINE = ReplicatedSummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, channelId, subpublisherId, environment, site, app, reason)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE OR REPLACE TABLE hourly_inventory_copy ON CLUSTER 'main' AS hourly_inventory_copy_local ENGINE = Distributed('main', currentDatabase(), hourly_inventory_copy_local, sipHash64(demandId, toDate(hour)));

SYSTEM SYNC REPLICA ON CLUSTER 'main' hourly_inventory_local;

INSERT INTO hourly_inventory_copy SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0, distributed_foreground_insert = 1, parallel_distributed_insert_select = 0
SELECT
  demandId, hour, channelId, subpublisherId, environment, site, app, reason, calls, reqs, opps, missed,
  candidates, sent, answered, timeouts, imps, starts, q1, q2, q3, completes, clicks, errors, rev, cost,
  systemCost,
  toInt64(0) AS revM,
  toInt64(0) AS revMd
FROM hourly_inventory;

CREATE TABLE IF NOT EXISTS hourly_inventory_local ON CLUSTER 'main'
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
ENGINE = ReplicatedSummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, channelId, subpublisherId, environment, site, app, reason)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

EXCHANGE TABLES hourly_inventory_local AND hourly_inventory_copy_local ON CLUSTER 'main';

CREATE OR REPLACE TABLE hourly_inventory ON CLUSTER 'main' AS hourly_inventory_local ENGINE = Distributed('main', currentDatabase(), hourly_inventory_local, sipHash64(demandId, toDate(hour)));

DROP TABLE IF EXISTS hourly_inventory_copy ON CLUSTER 'main' SYNC;

DROP TABLE IF EXISTS hourly_inventory_copy_local ON CLUSTER 'main' SYNC;

DROP VIEW IF EXISTS hourly_supply_mv ON CLUSTER 'main' SYNC;

CREATE MATERIALIZED VIEW IF NOT EXISTS hourly_supply_mv ON CLUSTER 'main' TO hourly_supply_local AS
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
FROM facts_local AS facts
WHERE kind IN ('serve', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, subpublisherId, channelId, environment, reason;

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
WHERE kind IN ('candidate', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, advertiserId, tagId, tier, channelId, subpublisherId, environment, reason, errorCode, marketplace;

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
GROUP BY demandId, hour, channelId, subpublisherId, environment, site, app, reason;
