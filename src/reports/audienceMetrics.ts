import { inGroup, ratio, sum } from './metricForms.ts';

/** Whom impressions reached, and how long answers took. */
export const audienceMetrics = [
  ...inGroup('Audience', {
    uniq: {
      label: 'Reach',
      definition:
        'Different devices that impressions reached, of those that may be told apart. Up to 65,536 devices are counted one by one, more within about 1 %.',
      unit: 'count',
      formula: { kind: 'reach' },
    },
    device_imps: sum('deviceImps', 'Impressions in reach', 'Impressions on devices that may be told apart.'),
    freq: {
      ...ratio('device_imps', 'uniq', 'Frequency', 'Impressions ÷ reach, both of devices that may be told apart.'),
      unit: 'number',
    },
  }),
  ...inGroup('Requests', {
    lat50: {
      label: 'Answer time',
      definition: 'Milliseconds within which half of the calls were answered, refused ones included.',
      unit: 'ms',
      formula: { kind: 'answerTime', level: 0.5 },
    },
    lat95: {
      label: 'Answer time, 95 %',
      definition:
        'Milliseconds within which 95 of 100 calls were answered, refused ones included. Above 1,024 it is told to 16 ms.',
      unit: 'ms',
      formula: { kind: 'answerTime', level: 0.95 },
    },
  }),
];
