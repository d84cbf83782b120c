import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdPerformance } from '#engine/buying/createAdPerformance.ts';
import { campaignVerdict, loggedOutcome } from '#engine/forecast/campaignVerdict.ts';
import type { EvaluationContext, TracedRequest } from '#engine/forecast/tracedBidsSetting.ts';
import { tracedCampaignOutcomes } from '#engine/replay/tracedCampaignOutcomes.ts';
import { RandomSource } from '#tests/support/engine/randomSource.ts';
import {
  buildCampaign,
  buildCreative,
  buildDeal,
  buildFile,
  buildSupplier,
} from '#tests/support/engine/buildBuying.ts';
import { buildAccount, buildAdvertiser, buildTargeting, messagesOf } from '#tests/support/engine/buildRows.ts';
import { applyMessage, emptySnapshot } from '#engine/snapshot/snapshot.ts';
import type { TraceRecord } from '#events/record/records.ts';
import type { BidRequest, Imp } from '#standards/openrtb/types.ts';
import { buildBidRequest, buildVideo } from '../bidders.ts';
import { openSupplierClient, type SupplierClient } from '../supply/openSupplierClient.ts';

let supplierClient: SupplierClient;

beforeAll(async () => {
  supplierClient = await openSupplierClient();
});
afterAll(() => supplierClient.close());

/** A configuration of campaigns that differ in all eligibility criteria but money and viewers. */
function randomConfiguration(random: RandomSource) {
  const campaigns = Array.from({ length: 40 }, (_, at) =>
    buildCampaign({
      id: at + 1,
      status: random.boolean(0.9) ? 1 : 0,
      type: random.boolean(0.9) ? 'video' : 'banner',
      bid: random.usd(),
      margin: random.pick([0, 0, 20]),
      startDate: random.boolean(0.1) ? '2099-01-01' : null,
      supplierIds: random.boolean(0.2) ? [2] : [],
      isOpenMarket: random.boolean(0.8),
      dealIds: random.boolean(0.4) ? [1] : [],
      targetingIds: random.boolean(0.5) ? [random.pick([1, 2])] : [],
      creativeIds: random.pick([[1], [2], [1, 2], [3], []]),
      multipliers: random.boolean(0.2) ? [{ dimension: 'country', value: 'DE', factor: random.pick([0, 2]) }] : [],
    }),
  );
  return {
    demand: [buildAccount()],
    advertiser: [buildAdvertiser()],
    supplier: [buildSupplier({ margin: 10 }), buildSupplier({ id: 2 })],
    campaign: campaigns,
    creative: [
      buildCreative(),
      buildCreative({ id: 2, files: [buildFile({ durationMs: 40_000 })] }),
      buildCreative({ id: 3, review: 'pending' }),
    ],
    deal: [buildDeal({ floor: '1.00' })],
    targeting: [
      buildTargeting({ id: 1, countries: ['DE'] }),
      buildTargeting({ id: 2, operatingSystems: ['Android'], devices: ['Mobile'] }),
    ],
  };
}

const agents = [
  'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
];

function randomRequest(random: RandomSource): BidRequest {
  const imp: Imp = { id: random.pick(['1', 'first']), bidfloor: random.below(3) };
  imp.video = { ...buildVideo(), maxduration: random.pick([15, 30, 60]) };
  if (random.boolean(0.3)) {
    imp.pmp = { private_auction: random.pick([0, 1] as const), deals: [{ id: 'deal-1', bidfloor: random.below(4) }] };
  }
  const imps = random.boolean(0.3) ? [imp, { ...imp, id: '2', bidfloor: 0 }] : [imp];
  return buildBidRequest({
    imp: imps,
    device: { ua: random.pick(agents), ip: '203.0.113.9', geo: { country: random.pick(['DEU', 'FRA']) } },
    ...(random.boolean(0.3) ? { badv: ['brand.example'] } : {}),
  });
}

/** A trace as the store returns it. */
function stored({ serveId, at, origin, integration, sampleWeight, reason, body }: TraceRecord): TracedRequest {
  const { environment, supplierId = 0, channelId, app, site, ivt } = origin;
  return {
    serveId,
    at,
    integration,
    sampleWeight,
    reason,
    ivt,
    supplySource: { supplierId, channelId },
    environment,
    inventory: app || site,
    body: JSON.parse(JSON.stringify(body)) as TraceRecord['body'],
  };
}

test.each([1, 2, 3])('a campaign that is evaluated again from a trace has the recorded outcome (%s)', async (seed) => {
  const random = new RandomSource(seed);
  const rows = randomConfiguration(random);
  supplierClient.useConfiguration(rows);
  const until = Date.now() + 600_000;
  const watches = [
    { id: 1, demandId: 1, kind: 'supplier' as const, object: '1', until },
    ...rows.campaign.map(({ id }) => {
      return { id: id + 1, demandId: 1, kind: 'campaign' as const, object: String(id), until };
    }),
  ];
  for (const row of watches)
    applyMessage(supplierClient.serving.snapshot, { type: 'row', entity: 'watch', id: row.id, row });
  supplierClient.serving.traces.length = 0;
  for (let count = 0; count < 25; count += 1) await supplierClient.send(randomRequest(random));
  const { traces } = supplierClient.serving;
  expect(traces.length).toBeGreaterThanOrEqual(25);
  const reasons = new Set<string>();
  let bids = 0;
  for (const campaign of rows.campaign) {
    // As in the API: bids of other demand are not repeated.
    const snapshot = emptySnapshot();
    for (const message of messagesOf({ ...rows, campaign: [campaign] })) applyMessage(snapshot, message);
    const adPerformance = createAdPerformance({ creatives: [], places: [] });
    const context: EvaluationContext = { snapshot, locate: () => null, adPerformance };
    for (const trace of traces) {
      const request = stored(trace);
      const logged = tracedCampaignOutcomes(request.body)?.find(({ campaignId }) => campaignId === campaign.id);
      const verdict = campaignVerdict({ id: campaign.id, demandId: 1 }, request, context);
      if (!request.body.auction?.calls.length) {
        expect(verdict).toEqual({ kind: 'not_requested', reason: request.reason });
        continue;
      }
      if (!logged) throw new Error('a watched campaign has an outcome');
      const loggedReason = logged.reason === 'outbid' ? null : logged.reason;
      expect(verdict.kind === 'no_bid' ? verdict.reason : verdict.kind).toBe(loggedReason ?? 'bids');
      if (loggedReason) reasons.add(loggedReason);
      else bids += 1;
      const sold = request.body.candidates.some(
        ({ campaignId, reason }) => campaignId === campaign.id && reason === null,
      );
      expect(loggedOutcome(campaign.id, request)?.reason === null).toBe(sold);
    }
  }
  expect(bids).toBeGreaterThan(20);
  expect(reasons.size).toBeGreaterThanOrEqual(8);
});
