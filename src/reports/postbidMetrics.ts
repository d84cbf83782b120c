import type { Measure } from '#model/index.ts';
import type { Formula, Metric } from './metrics.ts';

const onAllSides = (measure: Measure): Formula => ({
  kind: 'sum',
  measure: { supply: measure, demand: measure, events: measure },
});

/** What vendors measure after impressions were bought: which impressions, and for what fee. */
export const postbidMetrics = [
  {
    key: 'scanned',
    label: 'Scanned impressions',
    definition: 'Impressions that a vendor of postbid measures, each once.',
    group: 'Quality',
    unit: 'count',
    formula: onAllSides('scanned'),
  },
  {
    key: 'scanned_pix',
    label: 'Scanned by pix',
    definition: 'Impressions that the first vendor of postbid measures.',
    group: 'Quality',
    unit: 'count',
    formula: onAllSides('scannedPix'),
  },
  {
    key: 'scanned_wh',
    label: 'Scanned by wh',
    definition: 'Impressions that the second vendor of postbid measures.',
    group: 'Quality',
    unit: 'count',
    formula: onAllSides('scannedWh'),
  },
  {
    key: 'scan_rate',
    label: 'Scan rate',
    definition: 'Scanned impressions ÷ impressions.',
    group: 'Quality',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'scanned', bottom: 'imps' },
  },
  {
    key: 'scan_fee',
    label: 'Cost of scanning',
    definition: 'System cost of the measurement.',
    group: 'Money',
    unit: 'usd',
    formula: onAllSides('scanFee'),
  },
] as const satisfies readonly Metric[];
