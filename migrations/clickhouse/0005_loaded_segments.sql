-- Which segments the loaders of the nodes have loaded, with how many rows of which time: what facts are checked against.
CREATE TABLE IF NOT EXISTS loaded_segments
(
  node   LowCardinality(String),
  epoch  UInt64,
  seq    UInt64,
  rows   UInt64,
  fromAt DateTime64(3, 'UTC'),
  toAt   DateTime64(3, 'UTC'),
  at     DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (node, epoch, seq)
TTL toDateTime(at) + INTERVAL 400 DAY;
