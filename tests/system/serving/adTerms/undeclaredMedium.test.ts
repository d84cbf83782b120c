import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bid, BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { Audio, Imp, Video } from '#standards/openrtb/types.ts';
import { buildChannel } from '#tests/support/engine/buildRows.ts';
import { adMarkup } from '../../../vast/adMarkup.ts';
import { buildBidRequest, buildBidder, bids, oneBid } from '../bidders.ts';
import { startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

let partner: TagServer;
let serving: TestServing;

beforeAll(async () => {
  partner = await startTagServer();
  serving = await startTestServing();
  serving.useTags([buildBidder(`${partner.url}/bid`)]);
});
afterAll(async () => {
  await serving.close();
  await partner.close();
});

/** A playlist, which only `adType` says to be audio. */
const song = adMarkup({ mime: 'application/x-mpegURL', delivery: 'streaming' }).replace('<Ad ', '<Ad adType="audio" ');
const film = adMarkup();

/** The media type of the sold bid, or the reason why it was not sold. */
async function sell(adm: string, bid: Partial<Bid>, terms: Pick<Imp, 'video' | 'audio'>): Promise<unknown> {
  partner.on(
    '/bid',
    bids((request) => oneBid(request, { adm, ...bid })),
  );
  serving.serves.length = 0;
  const body = JSON.stringify(buildBidRequest({ imp: [{ id: '1', ...terms }] }));
  const response = await fetch(`${serving.url}/rtb/${buildChannel().uid}`, { method: 'POST', body });
  if (response.status === 204) return serving.serves[0]?.candidates[0]?.reason;
  return ((await response.json()) as BidResponse).seatbid?.[0]?.bid[0]?.mtype;
}

const [isVideo, isAudio] = [2, 3];

test.each<[rule: string, bid: Partial<Bid>, strict: Partial<Video & Audio>, reason: string]>([
  ['3.2.7: battr', { attr: [1] }, { battr: [1] }, 'attribute_blocked'],
  ['3.2.7: maxduration', { dur: 15 }, { maxduration: 10 }, 'duration'],
  ['3.2.7: protocols', { protocol: 3 }, { protocols: [2] }, 'protocol'],
  ['4.2.3: apis', { apis: [1] }, { api: [2] }, 'protocol'],
  ['3.2.7: mincpmpersec', { dur: 15 }, { mincpmpersec: 9 }, 'below_floor'],
])(
  'OpenRTB 2.6, %s: a bid that does not say whether it is video or audio is checked against the terms of its ad',
  async (_, bid, strict, reason) => {
    const mimes = ['application/x-mpegURL', 'video/mp4'];
    const open = { mimes, api: [1, 2] };
    const ofVideo = { video: { ...open, ...strict }, audio: open };
    const ofAudio = { video: open, audio: { ...open, ...strict } };
    expect(await sell(song, bid, ofVideo)).toBe(isAudio);
    expect(await sell(song, bid, ofAudio)).toBe(reason);
    expect(await sell(film, bid, ofAudio)).toBe(isVideo);
    expect(await sell(film, bid, ofVideo)).toBe(reason);
  },
);
