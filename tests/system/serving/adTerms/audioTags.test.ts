import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import type { Audio, Imp, Video } from '#standards/openrtb/types.ts';
import { buildCampaign, buildCreative, buildFile } from '#tests/support/engine/buildBuying.ts';
import { buildAccount, buildAdvertiser, buildChannel, buildTag, messagesOf } from '#tests/support/engine/buildRows.ts';
import { adMarkup, type AdSketch } from '../../../vast/adMarkup.ts';
import { validateVast } from '../../../vast/validateVast.ts';
import { bids, buildBidder, buildBidRequest, oneBid, type ReceivedBidRequest } from '../bidders.ts';
import { answers, startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const song: AdSketch = { mime: 'audio/mpeg', bitrate: 128 };

describe('GET /vast of an audio player', () => {
  let partner: TagServer;
  let serving: TestServing;
  let received: ReceivedBidRequest[];

  beforeAll(async () => {
    partner = await startTagServer();
    partner.on('/tag', answers(adMarkup(song)));
    partner.on('/lost', answers(''));
    serving = await startTestServing();
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });
  beforeEach(() => {
    received = [];
    partner.seen.length = 0;
    partner.on(
      '/bid',
      bids(() => null, received),
    );
  });

  const usual = { protocols: expect.arrayContaining([2, 3, 14]) as number[], minduration: 1, maxduration: 120 };
  const offeredTo = async (query: string): Promise<Imp | undefined> => {
    serving.useTags([buildBidder(`${partner.url}/bid`)]);
    await serving.requestAd(query);
    return received[0]?.request.imp[0];
  };

  test.each<[query: string, video: Video | undefined, audio: Audio | undefined]>([
    ['', { mimes: ['video/mp4'], ...usual, linearity: 1, w: 640, h: 360 }, undefined],
    ['adtype=audio', undefined, { mimes: ['audio/mpeg', 'audio/mp4'], ...usual }],
    ['mimes=audio/ogg', undefined, { mimes: ['audio/ogg'], ...usual }],
    [
      'mimes=video/webm,audio/mp3&min_dur=10&max_dur=20',
      { mimes: ['video/webm'], ...usual, minduration: 10, maxduration: 20, linearity: 1, w: 640, h: 360 },
      { mimes: ['audio/mp3'], ...usual, minduration: 10, maxduration: 20 },
    ],
    [
      'adtype=audio&api=7&minbitrate=64&delivery=2&startdelay=0&skip=0&feed=3&stitched=1&nvol=2&w=300&plcmt=1',
      undefined,
      {
        ...{ mimes: ['audio/mpeg', 'audio/mp4'], ...usual, api: [7], minbitrate: 64, delivery: [2], startdelay: 0 },
        ...{ battr: [16], feed: 3, stitched: 1, nvol: 2 },
      },
    ],
  ])('OpenRTB 2.6, 3.2.8: with “%s”, bidders are offered what it plays', async (query, video, audio) => {
    const imp = await offeredTo(query);
    expect([imp?.video, imp?.audio]).toEqual([video, audio]);
  });

  test('OpenRTB 2.6, 3.2.8: bidders are offered an ad break of audio as a pod, and as slots in 2.5', async () => {
    const tags = [buildBidder(`${partner.url}/bid`), buildBidder(`${partner.url}/bid`, { id: 2, rtbVersion: '2.5' })];
    serving.useTags(tags, { podSlots: 3, podDuration: 60, dedupeCreatives: true });
    await serving.requestAd('adtype=audio');
    const [imps, slots] = [1, 3].map((length) => received.find(({ request }) => request.imp.length === length));
    const [pod] = imps?.request.imp ?? [];
    expect(pod?.audio).toMatchObject({ podid: 'pod', poddur: 60, maxseq: 3 });
    expect(pod?.audio).not.toHaveProperty('poddedupe');
    expect(pod?.video).toBeUndefined();
    expect(slots?.request.imp.map(({ audio }) => [audio?.sequence, audio?.maxduration, audio?.poddur])).toEqual([
      [1, 60, undefined],
      [2, 60, undefined],
      [3, 60, undefined],
    ]);
  });

  test('OpenRTB 2.6, 3.2.8: a bid with a video loses, and the audio is sold and reported as audio', async () => {
    partner.on(
      '/bid',
      bids((request) => oneBid(request, { price: 9, adm: adMarkup(), lurl: `${partner.url}/lost?\${AUCTION_LOSS}` })),
    );
    partner.on(
      '/song',
      bids((request) => oneBid(request, { price: 2, adm: adMarkup(song) })),
    );
    serving.useTags([buildBidder(`${partner.url}/bid`), buildBidder(`${partner.url}/song`, { id: 2 })]);
    const { record, xml } = await serving.requestAd('adtype=audio');
    const reasons = Object.fromEntries(record.candidates.map(({ tagId, reason }) => [tagId, reason]));
    expect(reasons).toEqual({ 1: 'wrong_media_type', 2: null });
    expect(record.origin.audience?.mediaType).toBe('audio');
    expect(await validateVast(xml, '3.0')).toEqual([]);
    await vi.waitFor(() => expect(partner.seen.map(({ url }) => url)).toContain('/lost?204'), { interval: 5 });
  });

  test.each([
    ['adtype=audio', 'audio'],
    ['adtype=hybrid', 'several'],
    ['mimes=video/mp4', 'video'],
    ['', 'video'],
  ])('a request with “%s” that gets no ad is reported as %s', async (query, mediaType) => {
    serving.useTags([buildBidder(`${partner.url}/bid`)]);
    const { record } = await serving.requestAd(query);
    expect(record.origin.audience?.mediaType).toBe(mediaType);
  });

  test('an own audio campaign is in the break of a podcast, and none of video', async () => {
    const file = buildFile({ file: `${'a'.repeat(64)}.mp3`, mime: 'audio/mpeg', width: 0, height: 0, codecs: 'mp3' });
    const rows = {
      demand: [buildAccount()],
      advertiser: [buildAdvertiser()],
      channel: [buildChannel({ campaignTier: 1 })],
      campaign: [
        buildCampaign({ id: 1, type: 'audio', creativeIds: [1], ownChannels: 'all' }),
        buildCampaign({ id: 2, type: 'video', creativeIds: [2], bid: '9.00', ownChannels: 'all' }),
      ],
      creative: [buildCreative({ id: 1, type: 'audio', files: [file] }), buildCreative({ id: 2 })],
    };
    for (const message of [{ type: 'reset' } as const, ...messagesOf(rows)]) applyMessage(serving.snapshot, message);
    const { xml } = await serving.requestAd('adtype=audio');
    expect(xml).toContain('type="audio/mpeg"');
    expect((await serving.requestAd('')).xml).toContain('type="video/mp4"');
    expect((await serving.requestAd('adtype=audio&mimes=audio/ogg')).xml).not.toContain('<Ad');
  });

  const tag = (): ReturnType<typeof buildTag> => buildTag({ url: `${partner.url}/tag?type=[ADTYPE]` });

  test.each([
    ['', 'video'],
    ['adtype=audio', 'audio'],
    ['mimes=audio/mpeg', 'audio'],
    ['mimes=audio/mpeg,video/mp4', 'hybrid'],
  ])('VAST 4.3, 6: with “%s”, [ADTYPE] of a tag that we call is %s', async (query, type) => {
    serving.useTags([tag()]);
    await serving.requestAd(query);
    expect(partner.seen.map(({ url }) => url)).toEqual([`/tag?type=${type}`]);
  });

  test.each<[Partial<Imp>, string]>([
    [{ audio: { mimes: ['audio/mpeg'] } }, 'audio'],
    [{ audio: { mimes: ['audio/mpeg'] }, video: { mimes: ['video/mp4'] } }, 'hybrid'],
    [{ video: { mimes: ['video/mp4', 'audio/mpeg'] } }, 'video'],
  ])('VAST 4.3, 6: for the imp %j, [ADTYPE] is %s', async (imp, type) => {
    serving.useTags([tag()]);
    const body = JSON.stringify(buildBidRequest({ imp: [{ id: '1', ...imp }] }));
    await fetch(`${serving.url}/rtb/${buildChannel().uid}`, { method: 'POST', body });
    expect(partner.seen.map(({ url }) => url)).toEqual([`/tag?type=${type}`]);
  });
});
