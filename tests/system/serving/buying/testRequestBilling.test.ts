import { expect, test } from 'vitest';
import { buildAdexchange, buildCampaign, buildCreative, buildDeal } from '#tests/support/engine/buildBuying.ts';
import { RandomSource } from '#tests/support/engine/randomSource.ts';
import { leaseMs } from '#engine/budget/leaseTerms.ts';
import { buildFactRows } from '#tests/support/events/buildFactRows.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { buildVideo } from '../bidders.ts';
import {
  openCountedServing,
  openRtbEndpoints,
  ourUrlsIn,
  type CountedServing,
  type OpenRtbEndpoint,
} from './openCountedServing.ts';

/** A request to one of the endpoints, and how often each URL of its ads is called. */
interface Visit {
  endpoint: OpenRtbEndpoint;
  request: Partial<BidRequest>;
  isTest: boolean;
  calls: number[];
}

function randomVisit(random: RandomSource): Visit {
  const deals = [{ id: random.pick(['deal-1', 'deal-2', 'unknown']), bidfloor: 0.5 }];
  const site = {
    id: 's',
    page: `https://${random.pick(['a', 'b', 'c'])}.example/`,
    publisher: { id: random.pick(['p', 'q']) },
  };
  const imp = [{ id: '1', video: buildVideo(), ...(random.boolean(0.4) ? { pmp: { deals } } : {}) }];
  const device = { ua: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ip: `203.0.113.${1 + random.below(6)}` };
  return {
    endpoint: random.pick(openRtbEndpoints),
    request: { imp, site, device },
    isTest: random.boolean(0.5),
    calls: Array.from({ length: 20 }, () => random.pick([0, 1, 1, 2])),
  };
}

/** Own campaigns with budgets and frequency caps beside the partner. */
function useConfiguration(world: CountedServing): void {
  const { partner, ledger, clock } = world;
  const cap = { imps: 3, per: 1, unit: 'hours', by: 'address' } as const;
  const campaign = [1, 2].map((id) => buildCampaign({ id, bid: `${id + 1}.00`, frequencies: [cap] }));
  const adexchange = [buildAdexchange({ endpoint: `${partner.url}/bid`, timeoutMs: 2000 })];
  world.useConfiguration(
    { adexchange, campaign, creative: [buildCreative()], deal: [buildDeal()] },
    { billingNotice: 'burl' },
  );
  const leases = campaign.map(({ id }) => ({ campaignId: id, unit: 'spend', grant: 60_000_000, rate: null }) as const);
  for (const { id } of campaign) ledger.mayBid(id, 1, clock.now);
  ledger.applyLeases(leases, { until: clock.now + leaseMs, countedTo: 0 });
}

async function replayVisit(world: CountedServing, { endpoint, request, isTest, calls }: Visit): Promise<void> {
  const response = await world.send(endpoint, isTest ? { ...request, test: 1 } : request);
  if (response.status !== 200) return;
  const { seatbid = [] } = (await response.json()) as BidResponse;
  for (const bid of seatbid.flatMap((seat) => seat.bid)) {
    const urls = [...ourUrlsIn(bid), bid.nurl, bid.burl, bid.lurl];
    for (const [index, url] of urls.entries()) {
      const times = url ? (calls[index % calls.length] ?? 0) : 0;
      for (let count = 0; count < times; count += 1) await world.call(url);
    }
  }
}

/** All state after the requests that affects later decisions or payments; ads have ids of their own in each run. */
function readTotals({ serving, ledger, log, clock }: CountedServing): object {
  const { serves, events } = serving;
  const seen = new Set<string>();
  const rows = buildFactRows([...serves, ...events], ({ verdict, event, payload }) => {
    const key = `${event} ${payload?.serveId}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    if (verdict !== 'valid') return verdict;
    return isFirst ? 'counted' : 'duplicate';
  });
  return {
    facts: rows.map(({ serveId: _id, ...row }) => row),
    reservations: ledger.stored().map(({ adId: _id, ...reservation }) => reservation),
    reported: ledger.report(clock.now + 10_000),
    seen: log.end,
  };
}

test.each([1, 2, 3])(
  'live requests among test requests leave the same state as live requests alone (%i)',
  async (seed) => {
    const random = new RandomSource(seed);
    const visits = Array.from({ length: 100 }, () => randomVisit(random));
    const worlds = [await openCountedServing(), await openCountedServing()] as const;
    const totals = [];
    for (const [index, world] of worlds.entries()) {
      useConfiguration(world);
      for (const visit of visits) {
        world.clock.now += 100;
        if (index === 0 || !visit.isTest) await replayVisit(world, visit);
      }
      totals.push(readTotals(world));
    }
    expect(totals[0]).toEqual(totals[1]);
    const [mixed, alone] = worlds;
    const tests = visits.filter(({ isTest }) => isTest).length;
    expect(mixed.serving.traces.filter(({ body }) => body.isTest)).toHaveLength(tests);
    expect(mixed.serving.traces.filter(({ sampleWeight }) => sampleWeight > 0)).toHaveLength(visits.length - tests);
    // The comparison is not empty: ads were bought, paid and capped.
    expect(alone.serving.events.length).toBeGreaterThan(100);
    expect(alone.log.end).toBeGreaterThan(3);
    expect(alone.ledger.stored().length).toBeGreaterThan(3);
    await Promise.all(worlds.map((world) => world.close()));
  },
);
