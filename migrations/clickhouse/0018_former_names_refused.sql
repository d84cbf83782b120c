-- A worker of the version before inserts rows under former names, which the server would skip. Columns of these names that
-- accept no value refuse its rows: they wait at its node, and are loaded after its upgrade (formerColumns.ts).
-- chDB cannot read a constraint with a number in it (26.7).
ALTER TABLE facts
  ADD COLUMN IF NOT EXISTS door LowCardinality(String),
  ADD COLUMN IF NOT EXISTS sightings String,
  ADD COLUMN IF NOT EXISTS scanFee Int64;

ALTER TABLE facts
  ADD CONSTRAINT IF NOT EXISTS workerNeedsUpgrade CHECK door = '' AND sightings = '' AND toString(scanFee) = '0';

ALTER TABLE traces
  ADD COLUMN IF NOT EXISTS door LowCardinality(String),
  ADD COLUMN IF NOT EXISTS weight Float64;

ALTER TABLE traces
  ADD CONSTRAINT IF NOT EXISTS workerNeedsUpgrade CHECK door = '' AND toString(weight) = '0';
