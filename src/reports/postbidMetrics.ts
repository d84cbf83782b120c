import { inGroup, ratio, sum } from './metricForms.ts';

/** What vendors measure after impressions were bought: which impressions, and for what fee. */
export const postbidMetrics = [
  ...inGroup('Quality', {
    scanned: sum('scanned', 'Scanned impressions', 'Impressions that a vendor of postbid measures, each once.'),
    scanned_pix: sum('scannedPix', 'Scanned by pix', 'Impressions that the first vendor of postbid measures.'),
    scanned_wh: sum('scannedWh', 'Scanned by wh', 'Impressions that the second vendor of postbid measures.'),
    scan_rate: ratio('scanned', 'imps', 'Scan rate', 'Scanned impressions ÷ impressions.'),
  }),
  ...inGroup('Money', {
    scan_fee: sum('scanFee', 'Cost of scanning', 'System cost of the measurement.'),
  }),
];
