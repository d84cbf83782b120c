CREATE TABLE IF NOT EXISTS offered_deals_local ON CLUSTER 'main'
(
  demandId   UInt32,
  supplierId UInt32,
  deal       String,
  hour       DateTime('UTC'),
  calls      SimpleAggregateFunction(sum, UInt64),
  lastSeen   SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
  told       AggregateFunction(argMax, String, DateTime64(3, 'UTC'))
)
ENGINE = ReplicatedAggregatingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, supplierId, deal, hour)
TTL hour + toIntervalDay(31)
SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

CREATE OR REPLACE TABLE offered_deals ON CLUSTER 'main' AS offered_deals_local ENGINE = Distributed('main', currentDatabase(), offered_deals_local, sipHash64(demandId, toDate(hour)));

CREATE MATERIALIZED VIEW IF NOT EXISTS offered_deals_mv ON CLUSTER 'main' TO offered_deals_local AS
SELECT
  demandId,
  supplierId,
  toString(facts.deal) AS deal,
  toDateTime(toStartOfHour(at), 'UTC') AS hour,
  sum(facts.calls) AS calls,
  max(at) AS lastSeen,
  argMaxState(sightings, if(sightings = '', toDateTime64(0, 3, 'UTC'), at)) AS told
FROM facts_local AS facts
WHERE kind = 'offer' AND verdict = 'counted'
GROUP BY demandId, supplierId, deal, hour;
