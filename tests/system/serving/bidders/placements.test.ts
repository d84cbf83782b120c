import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import { buildChannel, buildTag, buildTargeting } from '#tests/support/engine/buildRows.ts';
import type { ChannelRow } from '#model/index.ts';
import type { Video } from '#standards/openrtb/types.ts';
import { buildBidder, buildBidRequest, buildPageRequest, buildVideo } from '../bidders.ts';
import { startTagServer } from '../tagServer.ts';
import { startBidServer, type BidServer } from './bidServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

let serving: TestServing;
let bidders: BidServer;

beforeAll(async () => {
  [bidders, serving] = await Promise.all([startBidServer('viewer'), startTestServing()]);
});
afterAll(async () => {
  await serving.close();
  await bidders.close();
});

test.each([
  ['', {}],
  ['plcmt=4', { plcmt: 4, placement: 3 }],
  ['plcmt=2', { plcmt: 2 }],
  ['placement=5', { plcmt: 3, placement: 5 }],
  ['startdelay=0', { startdelay: 0 }],
  ['plcmt=instream&startdelay=-1', { plcmt: 1, placement: 1, startdelay: -1 }],
])(
  'OpenRTB 2.6, 3.2.7: from the tag parameters %j, bidders learn plcmt and startdelay as %j',
  async (query, expected) => {
    for (const rtbVersion of ['2.5', '2.6'] as const) {
      serving.useTags([buildBidder(`${bidders.url}/bid`, { rtbVersion })]);
      await serving.requestAd(query);
      const { plcmt, placement, startdelay } =
        bidders.requestsAt('/bid').at(-1)?.imp[0]?.video ?? expect.fail('no video');
      expect({ plcmt, placement, startdelay }, rtbVersion).toEqual(expected);
    }
  },
);

/** Sends a request without or with a placement (a video's fields) to channel 1 in each way that serves its ads. */
const integrations = {
  vast: (declared: Partial<Video>) =>
    serving.requestAd(new URLSearchParams(declared as Record<string, string>).toString()),
  rtb: (declared: Partial<Video>) =>
    fetch(`${serving.url}/rtb/${buildChannel().uid}`, {
      method: 'POST',
      body: JSON.stringify(buildBidRequest({ imp: [{ id: '1', video: { ...unplacedVideo(), ...declared } }] })),
    }),
  prebid: (declared: Partial<Video>) => {
    const request = buildPageRequest(buildChannel().uid);
    const imp = request.imp.map((each) => ({ ...each, video: { ...unplacedVideo(), ...declared } }));
    return fetch(`${serving.url}/openrtb2/auction`, { method: 'POST', body: JSON.stringify({ ...request, imp }) });
  },
};

function unplacedVideo(): Video {
  const { plcmt: _plcmt, ...video } = buildVideo();
  return video;
}

async function placementSeenBy(
  rtbVersion: '2.5' | '2.6',
  send: () => Promise<unknown>,
  channel: Partial<ChannelRow>,
): Promise<Pick<Video, 'plcmt' | 'placement'>> {
  serving.useTags([buildBidder(`${bidders.url}/bid`, { rtbVersion })], channel);
  await send();
  const { plcmt, placement } = bidders.requestsAt('/bid').at(-1)?.imp[0]?.video ?? expect.fail('no video');
  return { ...(plcmt === undefined ? {} : { plcmt }), ...(placement === undefined ? {} : { placement }) };
}

describe.each(Object.entries(integrations))('a channel with a placement type, by %s', (integration, send) => {
  test.each([
    ['instream', 1, 1],
    ['accompanying', 2, undefined],
    ['interstitial', 3, 5],
    ['outstream', 4, 3],
  ] as const)('OpenRTB 2.6, 3.2.7: says %s to bidders as plcmt %s', async (placementType, plcmt, placement) => {
    const expected = placement === undefined ? { plcmt } : { plcmt, placement };
    expect(await placementSeenBy('2.6', () => send({}), { placementType })).toEqual(expected);
    expect(await placementSeenBy('2.5', () => send({}), { placementType })).toEqual(expected);
  });

  test('OpenRTB 2.6, 3.2.7: says nothing where it is unknown', async () => {
    expect(await placementSeenBy('2.6', () => send({}), {})).toEqual({});
    expect(await placementSeenBy('2.5', () => send({}), { placementType: 'unknown' })).toEqual({});
  });

  test('OpenRTB 2.6, 3.2.7: never contradicts what the request says', async () => {
    const channel = { placementType: 'instream' } as const;
    expect((await placementSeenBy('2.6', () => send({ plcmt: 4 }), channel)).plcmt).toBe(4);
    expect((await placementSeenBy('2.6', () => send({ placement: 5 }), channel)).plcmt).toBe(3);
  });

  test.each([{ plcmt: 0 }, { plcmt: 9 }, { placement: 0 }, { plcmt: 5, placement: 6 }])(
    'OpenRTB 2.6, 3.2.7: applies where the request says %j, which is in no list and not sent',
    async (declared) => {
      const expected = { plcmt: 4, placement: 3 };
      expect(await placementSeenBy('2.6', () => send(declared), { placementType: 'outstream' })).toEqual(expected);
      expect(await placementSeenBy('2.6', () => send(declared), {})).toEqual({});
    },
  );

  test('OpenRTB 2.6, 3.2.7: of what the request says, either number is derived from the other', async () => {
    expect(await placementSeenBy('2.6', () => send({ plcmt: 4 }), {})).toEqual({ plcmt: 4, placement: 3 });
    expect(await placementSeenBy('2.6', () => send({ placement: 5 }), {})).toEqual({ plcmt: 3, placement: 5 });
  });

  test('is matched by targetings as if the request declared it', async () => {
    const targeting = buildTargeting({ id: 1, placements: ['instream'] });
    const reasonOf = async (declared: Partial<Video>, placementType: ChannelRow['placementType']) => {
      serving.useTags([buildBidder(`${bidders.url}/bid`)], { placementType, targetingIds: [1] });
      applyMessage(serving.snapshot, { type: 'row', entity: 'targeting', id: 1, row: targeting });
      await send(declared);
      return serving.serves.at(-1)?.reason;
    };
    expect(await reasonOf({}, 'instream'), integration).toBe('no_answer');
    expect(await reasonOf({}, 'unknown')).toBe('targeting_placement');
    expect(await reasonOf({ plcmt: 4 }, 'instream')).toBe('targeting_placement');
    expect(await reasonOf({ plcmt: 1 }, 'outstream')).toBe('no_answer');
  });

  test('fills the macro of the placement in ad tag URLs', async () => {
    const tags = await startTagServer();
    tags.on('/tag', (_message, response) => response.writeHead(204).end());
    serving.useTags([buildTag({ url: `${tags.url}/tag?p=[PLACEMENTTYPE]` })], { placementType: 'outstream' });
    await send({});
    await send({ plcmt: 1 });
    expect(tags.seen.map(({ url }) => url)).toEqual(['/tag?p=4', '/tag?p=1']);
    await tags.close();
  });
});

test('a channel that an earlier version stored has no placement type', async () => {
  const { placementType: _later, ...row } = buildChannel({ costModel: 'share', costShare: 70 });
  serving.useTags([buildBidder(`${bidders.url}/bid`)], { placementType: 'instream' });
  applyMessage(serving.snapshot, { type: 'row', entity: 'channel', id: row.id, row: row as ChannelRow });
  await serving.requestAd();
  expect(bidders.requestsAt('/bid').at(-1)?.imp[0]?.video).not.toHaveProperty('plcmt');
});

test('an imp without video gets no placement type', async () => {
  serving.useTags([buildBidder(`${bidders.url}/bid`)], { placementType: 'instream' });
  const request = buildPageRequest(buildChannel().uid);
  const imp = request.imp.map(({ video: _video, ...rest }) => ({ ...rest, banner: { w: 300, h: 250 } }));
  await fetch(`${serving.url}/openrtb2/auction`, { method: 'POST', body: JSON.stringify({ ...request, imp }) });
  expect(bidders.requestsAt('/bid').at(-1)?.imp[0]).not.toHaveProperty('video');
});
