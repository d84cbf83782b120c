-- The field's terms for values in traces. Roll-ups have values in their sorting keys, which cannot be updated: reports read
-- the former ones as the current ones.
ALTER TABLE traces
  UPDATE ivt = 'data_center' WHERE ivt = 'data_centre',
  UPDATE reason = 'ads_txt_unauthorized' WHERE reason = 'ads_txt_unauthorised'
SETTINGS mutations_sync = 1;
