import { inGroup, ratio, sum } from './metricForms.ts';

/** Reach, frequency and response times. */
export const audienceMetrics = [
  ...inGroup('Audience', {
    uniq: {
      label: 'Reach',
      definition:
        'Unique devices that impressions reached, where the device can be identified. Exact up to 65,536 devices, above that within about 1%.',
      unit: 'count',
      formula: { kind: 'reach' },
    },
    device_imps: sum('deviceImps', 'Identified impressions', 'Impressions on devices that can be identified.'),
    freq: {
      ...ratio('device_imps', 'uniq', 'Frequency', 'Identified impressions ÷ reach.'),
      unit: 'number',
    },
  }),
  ...inGroup('Requests', {
    lat50: {
      label: 'Response time (p50)',
      definition: 'Milliseconds within which 50% of calls got a response, blocked ones included.',
      unit: 'ms',
      formula: { kind: 'answerTime', level: 0.5 },
    },
    lat95: {
      label: 'Response time (p95)',
      definition:
        'Milliseconds within which 95% of calls got a response, blocked ones included. Above 1,024 ms accurate to 16 ms.',
      unit: 'ms',
      formula: { kind: 'answerTime', level: 0.95 },
    },
  }),
];
