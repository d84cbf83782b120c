import { expect, test } from 'vitest';
import type { CandidateOutcome } from '#events/record/records.ts';
import { createMetrics } from '#runtime/metrics/createMetrics.ts';
import { maxPartners } from '#runtime/metrics/maxPartners.ts';
import { createPartnerMetrics } from './partnerMetrics.ts';

function outcome(more: Partial<CandidateOutcome>): CandidateOutcome {
  return { tagId: 1, advertiserId: 5, tier: 1, reason: null, wasSent: true, hasAnswered: true, ...more };
}

async function labelsOf(outcomes: readonly CandidateOutcome[]): Promise<Record<string, string | number>[]> {
  const metrics = createMetrics(['serving', 0]);
  const partners = createPartnerMetrics(metrics);
  for (const each of outcomes) partners.addOutcome(each);
  const [reading] = await metrics.read();
  return reading?.values.map(({ labels }) => labels) ?? [];
}

test.each([
  ['won', { reason: null }],
  ['bid', { reason: 'outbid' }],
  ['no_bid', { reason: 'empty', hasAnswered: false }],
  ['timeout', { reason: 'timeout', hasAnswered: false }],
  ['error', { reason: 'conn_error', hasAnswered: false }],
  ['invalid', { reason: 'invalid_bid', hasAnswered: false }],
] as const)('a call counts as %s with %o', async (name, more) => {
  expect(await labelsOf([outcome(more)])).toEqual([{ partner: 'advertiser 5', outcome: name }]);
});

test('ad exchanges have labels of their own, and own campaigns are not partners', async () => {
  const exchange = outcome({ tagId: 0, adexchangeId: 7, advertiserId: 0 });
  const campaign = outcome({ tagId: 0, advertiserId: 3, campaignId: 9 });
  expect(await labelsOf([exchange, campaign])).toEqual([{ partner: 'adexchange 7', outcome: 'won' }]);
});

test('partners beyond the limit share one label', async () => {
  const outcomes = Array.from({ length: maxPartners + 50 }, (_, at) => outcome({ advertiserId: at + 1 }));
  const labels = await labelsOf(outcomes);
  expect(labels).toHaveLength(maxPartners + 1);
  expect(labels.at(-1)).toEqual({ partner: 'other', outcome: 'won' });
});
