import { inGroup, ratio, sum } from './metricForms.ts';

/** Impressions that verification vendors measure, and the fee. */
export const verificationMetrics = [
  ...inGroup('Quality', {
    scanned: sum(
      'scanned',
      'Measured impressions',
      'Impressions measured for post-bid verification, each counted once.',
    ),
    scanned_pix: sum('scannedPix', 'Measured by pix', 'Impressions measured by the vendor pix.'),
    scanned_wh: sum('scannedWh', 'Measured by wh', 'Impressions measured by the vendor wh.'),
    verification_rate: ratio('scanned', 'imps', 'Measured rate', 'Measured impressions ÷ impressions.'),
  }),
  ...inGroup('Money', {
    verification_fee: sum(
      'verificationFee',
      'Measurement fee',
      'Part of the system cost that is charged for post-bid verification.',
    ),
  }),
];
