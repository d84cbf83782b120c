import { expect, test } from 'vitest';
import { buildOfferedTerms, buildOrigin, buildServe, buildTime } from '#tests/support/events/buildRecord.ts';
import { createDealSums } from './dealSums.ts';

const origin = buildOrigin({ channelId: 0, subpublisherId: 0, supplierId: 7 });

test('offers are summed by minute, supplier and deal, with the latest terms', () => {
  const sums = createDealSums();
  const [early, late] = [buildOfferedTerms({ floor: 1 }), buildOfferedTerms({ floor: 2 })];
  sums.add(buildServe({ origin, deals: [{ deal: 'D 1', terms: early }, { deal: '' }] }));
  sums.add(buildServe({ origin, deals: [{ deal: 'D 1', terms: late }] }));
  sums.add(buildServe({ origin, deals: [{ deal: 'D 1' }] }));
  sums.add(buildServe({ origin: { ...origin, supplierId: 8 }, deals: [{ deal: 'D 1' }] }));
  sums.add(buildServe({ origin, at: buildTime + 60_000, deals: [{ deal: 'D 1' }] }));
  sums.add(buildServe());
  const row = { at: buildTime - 56_789, kind: 'offer', verdict: 'counted', demandId: 1, supplierId: 7 };
  expect(sums.rows()).toEqual([
    { ...row, deal: 'D 1', calls: 3, observations: JSON.stringify(late) },
    { ...row, deal: '', calls: 1 },
    { ...row, supplierId: 8, deal: 'D 1', calls: 1 },
    { ...row, at: buildTime + 3211, deal: 'D 1', calls: 1 },
  ]);
});
