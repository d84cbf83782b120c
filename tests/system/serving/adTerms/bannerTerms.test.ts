import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { tracedCampaignOutcomes } from '#engine/replay/tracedCampaignOutcomes.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import type { CandidateReason, CreativeRow } from '#model/index.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { Banner } from '#standards/openrtb/types.ts';
import { buildCampaign, buildCreative, buildFile } from '#tests/support/engine/buildBuying.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildTag,
  buildWaterfallRow,
  messagesOf,
  type ConfigurationRows,
} from '#tests/support/engine/buildRows.ts';
import { bids, buildBidder, buildBidRequest, oneBid } from '../bidders.ts';
import { answers, startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const picture = '<a href="https://brand.example/"><img src="https://cdn.example/a.png"></a>';
const script = '<script src="https://cdn.example/a.js"></script>';
const rich = '<script src="mraid.js"></script><div>Ad</div>';
const video = '<video src="https://cdn.example/a.mp4" autoplay muted></video>';

type Rule = [asked: Banner, breaks: string, reason: CandidateReason, loss: number, fits: string];

const rules: readonly Rule[] = [
  [{ btype: [3] }, script, 'attribute_blocked', 211, picture],
  [{ btype: [4] }, '<iframe src="https://cdn.example/a"></iframe>', 'attribute_blocked', 211, script],
  [{ btype: [1, 3, 4] }, '<p>Buy</p>', 'attribute_blocked', 211, picture],
  [{ battr: [6] }, video, 'attribute_blocked', 210, picture],
  [{ mimes: ['image/png', 'image/jpeg'] }, script, 'file_type', 204, picture],
  [{ api: [7] }, rich, 'protocol', 204, script],
];

type Path = [name: string, offer: (partner: TagServer, html: string) => ConfigurationRows];

const lost = (partner: TagServer): string => `${partner.url}/lost?code=\${AUCTION_LOSS}`;
const size = { w: 300, h: 250 };

const bidPaths: readonly Path[] = [
  [
    'an RTB bid',
    (partner, adm) => {
      partner.on(
        '/bid',
        bids((request) => oneBid(request, { adm, lurl: lost(partner) })),
      );
      return tagRows(buildBidder(`${partner.url}/bid`));
    },
  ],
  [
    'an RTB bid whose markup comes with the win notice',
    (partner, adm) => {
      partner.on('/won', answers(adm));
      partner.on(
        '/bid',
        bids((request) => oneBid(request, { adm: undefined, nurl: `${partner.url}/won`, lurl: lost(partner) })),
      );
      return tagRows(buildBidder(`${partner.url}/bid`));
    },
  ],
  [
    'a Prebid partner',
    (partner, adm) => {
      partner.on(
        '/openrtb2/auction',
        bids((request) => oneBid(request, { adm, mtype: 1, lurl: lost(partner) }, { seat: 't1' })),
      );
      return tagRows(buildTag({ integration: 'PreBid', partner: 'appnexusP' }));
    },
  ],
];

const ownCampaign: Path = [
  'an own campaign',
  (_partner, markup) => creativeRows({ type: 'tag', files: [], markup, width: 300, height: 250 }),
];

function tagRows(tag: ReturnType<typeof buildTag>): ConfigurationRows {
  return { tag: [tag], waterfallRow: [buildWaterfallRow({ tagId: tag.id })] };
}

function creativeRows(creative: Partial<CreativeRow>): ConfigurationRows {
  return { campaign: [buildCampaign({ type: 'banner', ownChannels: 'all' })], creative: [buildCreative(creative)] };
}

describe('OpenRTB 2.6, 3.2.6: a banner is sold where it is what was asked for', () => {
  let partner: TagServer;
  let serving: TestServing;
  const channel = buildChannel({ campaignTier: 1 });

  beforeAll(async () => {
    partner = await startTagServer();
    partner.on('/lost', (_request, response) => response.writeHead(204).end());
    serving = await startTestServing({ env: { PREBID_SERVER_URL: partner.url, TRACE_SHARE: '1' } });
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });

  /** The status and the reason of the only ad. */
  const sell = async (rows: ConfigurationRows, banner: Banner): Promise<[number, string | null | undefined]> => {
    const all = { demand: [buildAccount()], advertiser: [buildAdvertiser()], channel: [channel], ...rows };
    for (const message of [{ type: 'reset' } as const, ...messagesOf(all)]) applyMessage(serving.snapshot, message);
    serving.traces.length = 0;
    partner.seen.length = 0;
    const body = JSON.stringify(buildBidRequest({ imp: [{ id: '1', banner: { ...size, ...banner } }] }));
    const response = await fetch(`${serving.url}/rtb/${channel.uid}`, { method: 'POST', body });
    if (response.status === 200) expect(((await response.json()) as BidResponse).seatbid?.[0]?.bid[0]?.mtype).toBe(1);
    const [trace] = serving.traces;
    if (!trace) throw new Error('no trace');
    const tag = trace.body.candidates.find(({ tagId }) => tagId === 1);
    const reason = tag ? tag.reason : tracedCampaignOutcomes(trace.body)?.[0]?.reason;
    return [response.status, reason];
  };

  for (const [name, offer] of bidPaths) {
    test.each(rules)(`%j: ${name}`, async (asked, breaks, reason, loss, fits) => {
      expect(await sell(offer(partner, breaks), asked)).toEqual([204, reason]);
      const losses = (): string[] => partner.seen.map(({ url }) => url).filter((url) => url.startsWith('/lost'));
      await vi.waitFor(() => expect(losses()).toEqual([`/lost?code=${loss}`]), { interval: 5 });
      expect(await sell(offer(partner, fits), asked)).toEqual([200, null]);
    });
  }

  test.each(rules)(`%j: ${ownCampaign[0]}`, async (asked, breaks, reason, _loss, fits) => {
    expect(await sell(ownCampaign[1](partner, breaks), asked)).toEqual([204, reason]);
    expect(await sell(ownCampaign[1](partner, fits), asked)).toEqual([200, null]);
  });

  const image = creativeRows({ type: 'image', files: [buildFile({ mime: 'image/webp', width: 300, height: 250 })] });
  const bundle = creativeRows({
    type: 'html5',
    files: [buildFile({ mime: 'application/zip', ...{ width: 300, height: 250 } })],
  });

  test.each<[string, ConfigurationRows, Banner, CandidateReason | null]>([
    ['image in a type that is not listed', image, { mimes: ['image/jpg', 'image/png'] }, 'file_type'],
    ['image in a listed type', image, { mimes: ['image/webp'] }, null],
    ['image for pages', image, { mimes: ['text/html'] }, null],
    ['image where images are blocked', image, { btype: [2] }, 'attribute_blocked'],
    ['bundle where images alone are shown', bundle, { mimes: ['image/*'] }, 'file_type'],
    ['bundle where frames are blocked', bundle, { btype: [4] }, 'attribute_blocked'],
    ['bundle for pages', bundle, { mimes: ['text/html'], btype: [3] }, null],
  ])('an own %s', async (_, rows, asked, reason) => {
    expect(await sell(rows, asked)).toEqual([reason === null ? 200 : 204, reason]);
  });

  const flexible = { w: undefined, h: undefined, format: [{ wratio: 6, hratio: 5, wmin: 300 }] };

  test.each<[string, Banner, CandidateReason | null]>([
    ['of its ratio and width', flexible, null],
    ['of its ratio, too wide for it', { ...flexible, format: [{ wratio: 6, hratio: 5, wmin: 301 }] }, 'size'],
    ['of another ratio', { ...flexible, format: [{ wratio: 16, hratio: 9, wmin: 100 }] }, 'size'],
  ])('OpenRTB 2.6, 3.2.10: a flexible format gets an ad %s, or none', async (_, asked, reason) => {
    for (const [, offer] of [ownCampaign, bidPaths[0] ?? ownCampaign]) {
      const rows = offer(partner, picture);
      partner.on(
        '/bid',
        bids((request) => oneBid(request, { adm: picture, ...size })),
      );
      expect(await sell(rows, asked)).toEqual([reason === null ? 200 : 204, reason]);
    }
  });

  test('every field of a banner reaches the bidders', async () => {
    const banner: Banner = { expdir: [1, 5], topframe: 1, pos: 3, vcm: 0, id: 'b1', mimes: ['text/html'], api: [3, 5] };
    let sent: Banner | undefined;
    partner.on(
      '/bid',
      bids((request) => {
        sent = request.imp[0]?.banner;
        return null;
      }),
    );
    await sell(tagRows(buildBidder(`${partner.url}/bid`)), { ...banner, btype: [4], battr: [8] });
    expect(sent).toMatchObject({ ...banner, btype: [4], battr: [8], ...size });
  });
});
