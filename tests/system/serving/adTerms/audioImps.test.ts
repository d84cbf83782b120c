import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Audio, Imp, Video } from '#standards/openrtb/types.ts';
import { buildChannel } from '#tests/support/engine/buildRows.ts';
import { bids, buildBidder, buildBidRequest, buildPageRequest, type ReceivedBidRequest } from '../bidders.ts';
import { startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

let partner: TagServer;
let serving: TestServing;
let received: ReceivedBidRequest[];

beforeAll(async () => {
  partner = await startTagServer();
  serving = await startTestServing();
});
afterAll(async () => {
  await serving.close();
  await partner.close();
});
beforeEach(() => {
  received = [];
  partner.on(
    '/bid',
    bids(() => null, received),
  );
  serving.useTags([buildBidder(`${partner.url}/bid`)]);
});

const { uid } = buildChannel();

async function sentOn(path: string, imp: Partial<Imp>): Promise<Imp | undefined> {
  const imps = [{ id: '1', ...imp }];
  const body = path.startsWith('/rtb') ? buildBidRequest({ imp: imps }) : buildPageRequest(uid, { imp: imps });
  const response = await fetch(serving.url + path, { method: 'POST', body: JSON.stringify(body) });
  expect(response.status).toBe(path.startsWith('/rtb') ? 204 : 200);
  return received[0]?.request.imp[0];
}

const paths = [`/rtb/${uid}`, '/openrtb2/auction'];
const companions = { companionad: [{ w: 300, h: 250, id: 'c1', vcm: 1 as const }], companiontype: [1, 3] };
const video = { mimes: ['video/mp4'], ...companions, boxingallowed: 0, playbackend: 1 } satisfies Video;
const audio = { mimes: ['audio/mpeg'], ...companions, feed: 3, stitched: 1, nvol: 2 } satisfies Audio;

test.each(paths)(
  'OpenRTB 2.6, 3.2.7 and 3.2.8: every field of a video and of audio reaches the bidders of %s',
  async (path) => {
    const further = { 'x-field': ['a'] };
    const imp = { video: { ...video, ...further }, audio: { ...audio, ...further } };
    expect(await sentOn(path, imp)).toMatchObject(imp);
  },
);

test.each(paths)('OpenRTB 2.6, 3.2.8: bidders of %s get a dynamic pod of audio as it is sold', async (path) => {
  const sent = await sentOn(path, { audio: { ...audio, podid: 'mid', poddur: 60, minduration: 15 } });
  expect(sent?.audio).toEqual({ ...audio, podid: 'mid', poddur: 60, minduration: 15, maxseq: 4 });
});
