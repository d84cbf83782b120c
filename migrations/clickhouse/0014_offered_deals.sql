-- Deals that requests of suppliers offered, whether or not somebody has set them up: how often, when last, and on what terms.
-- An empty deal stands for all those that are counted together.
CREATE TABLE IF NOT EXISTS offered_deals
(
  demandId   UInt32,
  supplierId UInt32,
  deal       String,
  hour       DateTime('UTC'),
  calls      SimpleAggregateFunction(sum, UInt64),
  lastSeen   SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
  told       AggregateFunction(argMax, String, DateTime64(3, 'UTC'))
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (demandId, supplierId, deal, hour)
TTL hour + toIntervalDay(31)
SETTINGS non_replicated_deduplication_window = 10000;

-- Terms are told from time to time: rows without must not hide them.
CREATE MATERIALIZED VIEW IF NOT EXISTS offered_deals_mv TO offered_deals AS
SELECT
  demandId,
  supplierId,
  toString(facts.deal) AS deal,
  toDateTime(toStartOfHour(at), 'UTC') AS hour,
  sum(facts.calls) AS calls,
  max(at) AS lastSeen,
  argMaxState(sightings, if(sightings = '', toDateTime64(0, 3, 'UTC'), at)) AS told
FROM facts
WHERE kind = 'offer' AND verdict = 'counted'
GROUP BY demandId, supplierId, deal, hour;
