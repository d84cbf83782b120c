import type { Metric } from './metrics.ts';

/** Whom impressions reached, and how long answers took. */
export const audienceMetrics = [
  {
    key: 'uniq',
    label: 'Reach',
    definition:
      'Different devices that impressions reached, of those that may be told apart. Up to 65,536 devices are counted one by one, more within about 1 %.',
    group: 'Audience',
    unit: 'count',
    formula: { kind: 'reach' },
  },
  {
    key: 'device_imps',
    label: 'Impressions in reach',
    definition: 'Impressions on devices that may be told apart.',
    group: 'Audience',
    unit: 'count',
    formula: { kind: 'sum', measure: { supply: 'deviceImps', demand: 'deviceImps', events: 'deviceImps' } },
  },
  {
    key: 'freq',
    label: 'Frequency',
    definition: 'Impressions ÷ reach, both of devices that may be told apart.',
    group: 'Audience',
    unit: 'number',
    formula: { kind: 'ratio', top: 'device_imps', bottom: 'uniq' },
  },
  {
    key: 'lat50',
    label: 'Answer time',
    definition: 'Milliseconds within which half of the calls were answered, refused ones included.',
    group: 'Requests',
    unit: 'ms',
    formula: { kind: 'answerTime', level: 0.5 },
  },
  {
    key: 'lat95',
    label: 'Answer time, 95 %',
    definition:
      'Milliseconds within which 95 of 100 calls were answered, refused ones included. Above 1,024 it is told to 16 ms.',
    group: 'Requests',
    unit: 'ms',
    formula: { kind: 'answerTime', level: 0.95 },
  },
] as const satisfies readonly Metric[];
