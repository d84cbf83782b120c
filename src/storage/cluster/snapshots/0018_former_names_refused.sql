ALTER TABLE facts_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS door LowCardinality(String),
  ADD COLUMN IF NOT EXISTS sightings String,
  ADD COLUMN IF NOT EXISTS scanFee Int64 SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE facts ON CLUSTER 'main' AS facts_local ENGINE = Distributed('main', currentDatabase(), facts_local, sipHash64(demandId, toDate(at)));

ALTER TABLE facts_local ON CLUSTER 'main'
  ADD CONSTRAINT IF NOT EXISTS workerNeedsUpgrade CHECK door = '' AND sightings = '' AND toString(scanFee) = '0' SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE facts ON CLUSTER 'main' AS facts_local ENGINE = Distributed('main', currentDatabase(), facts_local, sipHash64(demandId, toDate(at)));

ALTER TABLE traces_local ON CLUSTER 'main'
  ADD COLUMN IF NOT EXISTS door LowCardinality(String),
  ADD COLUMN IF NOT EXISTS weight Float64 SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE traces ON CLUSTER 'main' AS traces_local ENGINE = Distributed('main', currentDatabase(), traces_local, sipHash64(demandId, toDate(at)));

ALTER TABLE traces_local ON CLUSTER 'main'
  ADD CONSTRAINT IF NOT EXISTS workerNeedsUpgrade CHECK door = '' AND toString(weight) = '0' SETTINGS alter_sync = 2;

CREATE OR REPLACE TABLE traces ON CLUSTER 'main' AS traces_local ENGINE = Distributed('main', currentDatabase(), traces_local, sipHash64(demandId, toDate(at)));
