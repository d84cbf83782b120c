import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildCampaign, buildCreative } from '#tests/support/engine/buildBuying.ts';
import { buildChannel, type ConfigurationRows } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import type { CampaignRow } from '#model/index.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest, Imp } from '#standards/openrtb/types.ts';
import { buildBidRequest, buildPageRequest, buildVideo } from '../bidders.ts';
import { openSupplierClient, type SupplierClient } from './openSupplierClient.ts';
import { readSoldAd } from './readSoldAd.ts';

let supplierClient: SupplierClient;
beforeAll(async () => {
  supplierClient = await openSupplierClient();
});
afterAll(() => supplierClient.close());
beforeEach(() => supplierClient.reset());

const channel = buildChannel({ campaignTier: 1, dedupeCreatives: false, dedupeAdvertisers: false });

/** Campaigns at these prices, highest first; with a number, each viewer may see this many of their ads per day. */
function useCampaigns(campaigns: [bid: string, imps?: number][], more: ConfigurationRows = {}): void {
  const campaign = campaigns.map(([bid, imps], index) => {
    const frequencies: CampaignRow['frequencies'] =
      imps === undefined ? [] : [{ imps, per: 1, unit: 'days', by: 'device' }];
    return buildCampaign({ id: index + 1, bid, frequencies, creativeIds: [index + 1], ownChannels: 'all' });
  });
  const creative = campaign.map(({ id }) => buildCreative({ id, adomain: `brand-${id}.example` }));
  supplierClient.useConfiguration({ campaign, creative, channel: [channel], ...more });
}

const impsOf = (count: number, video: Partial<Imp['video']> = {}): Imp[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${index + 1}`, video: { ...buildVideo(), ...video } }));

/** The campaign of each imp, in order; 0 = other demand's ad, null = none. */
async function soldTo(response: Response, imp: readonly Imp[]): Promise<(number | null)[]> {
  const all = ((await response.json()) as BidResponse).seatbid?.flatMap(({ bid }) => bid) ?? [];
  return imp.map(({ id }) => {
    const bid = all.find(({ impid }) => impid === id);
    return bid ? (readSoldAd(bid.adm)?.campaignId ?? 0) : null;
  });
}

const viewer = { ...buildBidRequest().device, ifa: '38400000-8cf0-11bd-b23e-10b96e40000d' };

type SendRequest = (request: Partial<BidRequest>) => Promise<Response>;

/** Pods of suppliers have no creative twice. */
const sources: [string, SendRequest, inPod: (number | null)[]][] = [
  [
    'of a supplier',
    (request) => supplierClient.send(buildBidRequest({ device: viewer, ...request })),
    [1, 2, 3, null, null],
  ],
  [
    'of a page',
    (request) =>
      fetch(`${supplierClient.serving.url}/openrtb2/auction`, {
        method: 'POST',
        body: JSON.stringify(buildPageRequest(channel.uid, { device: viewer, ...request })),
        headers: { 'content-type': 'application/json' },
      }),
    [1, 2, 2, 3, null],
  ],
];

describe.each(sources)('the imps of one request %s', (_, sendRequest, inPod) => {
  test('have no more ads of a campaign than its frequency cap allows', async () => {
    useCampaigns([['5.00', 1], ['4.00', 2], ['3.00']]);
    const imp = impsOf(5);
    expect(await soldTo(await sendRequest({ imp }), imp)).toEqual([1, 2, 2, 3, 3]);
  });

  test('are all sold, however many campaigns are near their caps', async () => {
    useCampaigns([
      ['8.00', 1],
      ['7.00', 1],
      ['6.00', 1],
      ['5.00', 1],
      ['4.00', 1],
      ['3.00', 1],
      ['2.00', 1],
    ]);
    const imp = impsOf(8);
    expect(await soldTo(await sendRequest({ imp }), imp)).toEqual([1, 2, 3, 4, 5, 6, 7, null]);
  });

  test('have ads of one campaign if its cap allows them all', async () => {
    const imp = impsOf(3);
    useCampaigns([['5.00', 3], ['4.00']]);
    expect(await soldTo(await sendRequest({ imp }), imp)).toEqual([1, 1, 1]);
  });

  test('as the slots of a pod', async () => {
    useCampaigns([
      ['5.00', 1],
      ['4.00', 2],
      ['3.00', 1],
    ]);
    const imp = impsOf(5, { podid: 'break', slotinpod: 0 });
    expect(await soldTo(await sendRequest({ imp }), imp)).toEqual(inPod);
  });

  test('of which some are slots of a pod', async () => {
    useCampaigns([['5.00', 2], ['4.00']]);
    const imp = impsOf(4).map((each, index) =>
      index % 2 === 0 ? each : { ...each, video: { ...buildVideo(), podid: 'break' } },
    );
    expect(await soldTo(await sendRequest({ imp }), imp)).toEqual([1, 1, 2, 2]);
  });
});

describe('campaigns beside an ad exchange', () => {
  /** An ad exchange that responds after own campaigns have bid, with these prices for the first imps. */
  const bidLater = (...prices: number[]) =>
    supplierClient.answerWith(({ id, imp }) => {
      const bid = prices.map((price, index) => ({
        id: `${index}`,
        impid: imp[index]?.id,
        price,
        crid: `${index}`,
        adm: buildVast({ kind: 'inline' }),
      }));
      return { id, cur: 'USD', seatbid: [{ bid }] };
    });

  test('an imp sold to it uses nothing of a campaign’s cap', async () => {
    useCampaigns([['5.00', 1], ['4.00', 1], ['3.00']], { adexchange: [supplierClient.exchange()] });
    bidLater(9);
    const imp = impsOf(4);
    expect(await soldTo(await supplierClient.send(buildBidRequest({ device: viewer, imp })), imp)).toEqual([
      0, 1, 2, 3,
    ]);
    const outcomes = supplierClient.serving.serves.map(({ candidates }) =>
      candidates.find(({ campaignId }) => campaignId),
    );
    expect(outcomes.map((outcome) => outcome?.reason)).toEqual(['outbid', null, null, null]);
  });

  test('and if caps exclude all campaigns, its bid wins although a campaign outbid it', async () => {
    useCampaigns([['5.00', 1]], { adexchange: [supplierClient.exchange()] });
    bidLater(2, 2);
    const imp = impsOf(3);
    expect(await soldTo(await supplierClient.send(buildBidRequest({ device: viewer, imp })), imp)).toEqual([
      1,
      0,
      null,
    ]);
    const own = supplierClient.serving.serves.map(({ candidates }) =>
      candidates.find(({ adexchangeId }) => !adexchangeId),
    );
    expect(own.map((outcome) => outcome?.reason)).toEqual([null, 'frequency', 'frequency']);
  });
});

test('the imps of one request have ads of one campaign if the viewer is unknown', async () => {
  useCampaigns([['5.00', 1], ['4.00']]);
  const imp = impsOf(3);
  expect(await soldTo(await supplierClient.send(buildBidRequest({ device: {}, imp })), imp)).toEqual([1, 1, 1]);
});
