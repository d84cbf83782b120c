CREATE TABLE IF NOT EXISTS hourly_demand_local ON CLUSTER 'main'
(
  demandId        UInt32,
  hour            DateTime('UTC'),
  advertiserId    UInt32,
  tagId           UInt32,
  tier            UInt8,
  channelId       UInt32,
  subpublisherId  UInt32,
  environment     LowCardinality(String),
  reason          LowCardinality(String),
  errorCode       UInt16,
  calls           UInt64,
  reqs            UInt64,
  opps            UInt64,
  missed          UInt64,
  candidates      UInt64,
  sent            UInt64,
  answered        UInt64,
  timeouts        UInt64,
  imps            UInt64,
  starts          UInt64,
  q1              UInt64,
  q2              UInt64,
  q3              UInt64,
  completes       UInt64,
  clicks          UInt64,
  errors          UInt64,
  rev             Int64,
  cost            Int64,
  systemCost      Int64
)
ENGINE = ReplicatedSummingMergeTree((calls, reqs, opps, missed, candidates, sent, answered, timeouts, imps, starts, q1, q2, q3, completes, clicks, errors, rev, cost, systemCost))
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, hour, advertiserId, tagId, tier, channelId, subpublisherId, environment, reason, errorCode)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE OR REPLACE TABLE hourly_demand ON CLUSTER 'main' AS hourly_demand_local ENGINE = Distributed('main', currentDatabase(), hourly_demand_local, sipHash64(demandId, toDate(hour)));

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
  sum(facts.systemCost) AS systemCost
FROM facts_local AS facts
WHERE kind IN ('candidate', 'event') AND verdict = 'counted'
GROUP BY demandId, hour, advertiserId, tagId, tier, channelId, subpublisherId, environment, reason, errorCode;
