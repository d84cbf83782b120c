ALTER TABLE traces_local ON CLUSTER 'main' UPDATE ivt = 'data_center' WHERE ivt = 'data_centre',
  UPDATE reason = 'ads_txt_unauthorized' WHERE reason = 'ads_txt_unauthorised'
SETTINGS mutations_sync = 1;
