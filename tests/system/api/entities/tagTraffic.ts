import { buildFact, type Fact } from '../../reports/buildFacts.ts';
import type { TestAccount } from '../buildAccount.ts';

/** Calls to a tag and the following three impressions. */
export function tagTraffic(
  { demandId, ids }: TestAccount,
  {
    at,
    tagId,
    calls,
    rev,
    errors = 1,
  }: { at: number; tagId: number; calls: number; rev: number | bigint; errors?: number },
): Fact[] {
  const place = { demandId, channelId: ids.channel, subpublisherId: ids.subpublisher, at };
  const demand = { advertiserId: ids.advertiser, tagId, tier: 1 };
  const event = { ...place, ...demand, kind: 'event' } as const;
  return [
    buildFact({ ...place, calls, reqs: calls, opps: calls, systemCost: 1001 }),
    buildFact({
      ...place,
      ...demand,
      kind: 'candidate',
      candidates: calls,
      sent: calls,
      answered: calls - 2,
      timeouts: 2,
    }),
    buildFact({ ...event, event: 'impression', imps: 3, rev: Number(rev), cost: 333_333_333, systemCost: 17 }),
    buildFact({ ...event, event: 'start', starts: 3 }),
    buildFact({ ...event, event: 'complete', completes: 2 }),
    buildFact({ ...event, event: 'click', clicks: 1 }),
    buildFact({ ...event, event: 'error', errors, errorCode: 303 }),
  ];
}
