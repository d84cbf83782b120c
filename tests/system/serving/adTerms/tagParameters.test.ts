import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CandidateReason, TagRow } from '#model/index.ts';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { countedEvents } from '#standards/vast/vastEvents.ts';
import { vastVersions } from '#standards/vast/vastVersions.ts';
import type { Bid, BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import { adMarkup, type AdSketch } from '../../../vast/adMarkup.ts';
import { validateVast } from '../../../vast/validateVast.ts';
import { buildBidRequest, buildBidder, bids, oneBid } from '../bidders.ts';
import { answers, startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const script: AdSketch = { mime: 'application/javascript', api: 'VPAID' };
const song: AdSketch = { mime: 'audio/mpeg', bitrate: 128 };
const stream: AdSketch = { mime: 'application/x-mpegURL', delivery: 'streaming' };

describe('GET /vast', () => {
  let partner: TagServer;
  let serving: TestServing;

  beforeAll(async () => {
    partner = await startTagServer();
    serving = await startTestServing();
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });
  beforeEach(() => {
    serving.serves.length = 0;
  });

  /** The first candidates: an ad tag, stored VAST, and a bidder. */
  const firsts: [string, (ad: string) => TagRow][] = [
    ['an ad tag', tagWith],
    ['stored VAST', storedWith],
    ['an RTB bid', bidderWith],
  ];

  function tagWith(ad: string): TagRow {
    partner.on('/tag', answers(ad));
    return buildTag({ id: 1, url: `${partner.url}/tag`, rate: '9.00' });
  }

  function storedWith(ad: string): TagRow {
    return buildTag({ id: 1, source: 'stored', url: '', vastXml: ad, rate: '9.00' });
  }

  function bidderWith(ad: string): TagRow {
    partner.on(
      '/bid',
      bids((request) => oneBid(request, { adm: ad, price: 9 })),
    );
    return buildBidder(`${partner.url}/bid`, { id: 1 });
  }

  const outcomesOf = async (query: string): Promise<unknown> => {
    const { record } = await serving.requestAd(query);
    return Object.fromEntries(record.candidates.map(({ tagId, reason }) => [tagId, reason]));
  };

  describe.each(firsts)('of %s', (_, first) => {
    test.each<[query: string, breaks: AdSketch, reason: CandidateReason, fits: AdSketch]>([
      ['min_dur=20', {}, 'duration', { seconds: 20 }],
      ['max_dur=10', {}, 'duration', { seconds: 10 }],
      ['max_dur=10.5', { seconds: 11 }, 'duration', { seconds: 10 }],
      ['max_dur=10&min_dur=20', {}, 'duration', { seconds: 10 }],
      ['pod_dur=10', {}, 'duration', { seconds: 10 }],
      ['mimes=video/webm', {}, 'file_type', { mime: 'video/webm' }],
      ['mimes=video/webm,video/ogg', {}, 'file_type', { mime: 'video/ogg' }],
      ['api=7', script, 'protocol', {}],
      ['api=7&mimes=video/mp4,application/javascript', script, 'protocol', {}],
      ['api=1,2,7', { ...script, seconds: 59, url: '' }, 'no_media', script],
      ['protocols=1', {}, 'protocol', {}],
      ['linearity=2', {}, 'linearity', { isOverlay: true }],
      ['', { isOverlay: true }, 'linearity', {}],
      ['maxbitrate=1000', {}, 'file_type', { bitrate: 900 }],
      ['minbitrate=3000', {}, 'file_type', { bitrate: 4000 }],
      ['delivery=1', {}, 'file_type', { delivery: 'streaming' }],
      ['skip=0', { isSkippable: true }, 'attribute_blocked', {}],
      ['skip=1&skipmin=15', { isSkippable: true }, 'attribute_blocked', { isSkippable: true, seconds: 16 }],
    ])(
      'an ad that breaks “%s” loses and the waterfall goes on; one that fits is sold',
      async (query, breaks, reason, fits) => {
        const next = buildTag({ id: 2, source: 'stored', url: '', vastXml: adMarkup(fits), rate: '1.00' });
        serving.useTags([first(adMarkup(breaks)), next]);
        // No ad has VAST 1.0.
        const isNothingAsked = query === 'protocols=1';
        expect(await outcomesOf(query)).toEqual({ 1: reason, 2: isNothingAsked ? 'protocol' : null });
        serving.useTags([first(adMarkup(fits))]);
        expect(await outcomesOf(isNothingAsked ? 'protocols=3' : query)).toEqual({ 1: null });
      },
    );
  });

  test.each<[string, AdSketch]>([
    ['a script', script],
    ['a stream', stream],
    ['audio', song],
    ['an ad of 59 seconds', { seconds: 59 }],
    ['an ad with http media', { url: 'http://cdn.example/ad' }],
  ])('holds nothing against %s of a tag that the request does not declare', async (_, ad) => {
    serving.useTags([tagWith(adMarkup(ad))]);
    expect(await outcomesOf('')).toEqual({ 1: null });
    serving.useTags([storedWith(adMarkup(ad))]);
    expect(await outcomesOf('w=640&h=360')).toEqual({ 1: null });
  });

  test.each<[mimes: string, ofSong: CandidateReason | null, ofVideo: CandidateReason | null]>([
    ['audio/mpeg', null, 'wrong_media_type'],
    ['video/mp4,audio/mp3', null, null],
    ['video/mp4', 'wrong_media_type', null],
    ['*/*', null, null],
    ['application/x-mpegURL', 'file_type', 'file_type'],
  ])('the medium of ads of tags is that of “mimes=%s”', async (mimes, ofSong, ofVideo) => {
    for (const from of [tagWith, storedWith]) {
      serving.useTags([from(adMarkup(song))]);
      expect(await outcomesOf(`mimes=${mimes}`)).toEqual({ 1: ofSong });
      serving.useTags([from(adMarkup())]);
      expect(await outcomesOf(`mimes=${mimes}`)).toEqual({ 1: ofVideo });
    }
  });

  test('a sold song is reported as audio', async () => {
    serving.useTags([tagWith(adMarkup(song))]);
    const { record } = await serving.requestAd('');
    expect(record.origin.audience?.mediaType).toBe('audio');
  });

  test('OpenRTB 2.6, 3.2.7: an imp for both media gets either, and its bid says which', async () => {
    const audio = { mimes: ['audio/mpeg'] };
    const wrapped = (ad: string): TagRow => {
      partner.on('/ad', answers(ad));
      return bidderWith(buildVast({ kind: 'wrapper', to: `${partner.url}/ad` }));
    };
    for (const from of [tagWith, storedWith, bidderWith, wrapped]) {
      for (const [ad, mtype] of [
        [song, 3],
        [{}, 2],
      ] as const) {
        serving.useTags([from(adMarkup(ad))]);
        const body = JSON.stringify(buildBidRequest({ imp: [{ id: '1', video: { mimes: ['video/mp4'] }, audio }] }));
        const response = await fetch(`${serving.url}/rtb/${channelUid(serving)}`, { method: 'POST', body });
        expect(response.status).toBe(200);
        const { seatbid } = (await response.json()) as BidResponse;
        expect(seatbid?.[0]?.bid[0]?.mtype).toBe(mtype);
      }
    }
  });

  const bidFor = async (imp: object): Promise<Bid | undefined> => {
    const body = JSON.stringify(buildBidRequest({ imp: [{ id: '1', ...imp }] }));
    const response = await fetch(`${serving.url}/rtb/${channelUid(serving)}`, { method: 'POST', body });
    expect(response.status).toBe(200);
    return ((await response.json()) as BidResponse).seatbid?.[0]?.bid[0];
  };

  test.each([
    ['2.0', [2], [3]],
    ['3.0', [3], [2]],
    ['3.0', undefined, [2]],
  ])(
    'OpenRTB 2.6, 3.2.8: an ad that is sold as audio is written in %s, as its protocols are',
    async (version, ...of) => {
      const [ofAudio, ofVideo] = of;
      serving.useTags([tagWith(adMarkup(song))]);
      const audio = { mimes: ['audio/mpeg'], protocols: ofAudio };
      const { adm = '' } = (await bidFor({ audio, video: { mimes: ['video/mp4'], protocols: ofVideo } })) ?? {};
      expect(adm).toContain(`<VAST version="${version}"`);
    },
  );

  test('OpenRTB 2.6, 4.2.3: the duration of an ad in a pod is that of its VAST, whatever its bid declares', async () => {
    partner.on(
      '/bid',
      bids((request) => oneBid(request, { adm: adMarkup({ seconds: 15 }), dur: 20 })),
    );
    serving.useTags([buildBidder(`${partner.url}/bid`, { id: 1 })]);
    const bid = await bidFor({ video: { mimes: ['video/mp4'], podid: 'p', poddur: 60, maxseq: 2 } });
    expect(bid?.dur).toBe(15);
  });

  test('an overlay beside a Linear without files is sold as an overlay alone, and is no media where none is taken', async () => {
    const linear = '<Creative><Linear><Duration>00:00:10</Duration><MediaFiles></MediaFiles></Linear></Creative>';
    for (const version of vastVersions) {
      const overlay = adMarkup({ isOverlay: true, version });
      serving.useTags([tagWith(overlay.replace('<Creatives>', `<Creatives>${linear}`))]);
      expect(await outcomesOf('linearity=1')).toEqual({ 1: 'no_media' });
      const { record, xml } = await serving.requestAd(`linearity=2&vast=${version}`);
      expect(record.candidates[0]?.reason).toBeNull();
      expect(await validateVast(xml, version)).toEqual([]);
      expect(xml).not.toContain('<Linear');
      expect(trackersIn(xml)).toEqual(['impression', ...countedEvents, ...(version === '2.0' ? [] : ['click'])]);
    }
  });

  test('VAST 4.3, NonLinear: an overlay is sold with our trackers in every version where linearity 2 is asked for', async () => {
    for (const version of vastVersions) {
      serving.useTags([tagWith(adMarkup({ isOverlay: true, version }))]);
      const { xml } = await serving.requestAd(`linearity=2&vast=${version}`);
      expect(await validateVast(xml, version)).toEqual([]);
      expect(xml).toContain('https://cdn.example/overlay.png');
      expect(xml).not.toContain('<Linear');
      expect(trackersIn(xml)).toEqual(['impression', ...countedEvents, ...(version === '2.0' ? [] : ['click'])]);
    }
  });

  test('a tag that only the player follows is checked by what is known of it: its protocol and its own URL', async () => {
    const tag = (url: string) => buildTag({ id: 1, url, handling: 'wrap', rate: '9.00' });
    serving.useTags([tag('https://tag.example/vast')]);
    expect(await outcomesOf('mimes=video/webm&max_dur=5&linearity=2')).toEqual({ 1: null });
    expect(await outcomesOf('protocols=2,3')).toEqual({ 1: 'protocol' });
    expect(await outcomesOf('protocols=3,6')).toEqual({ 1: null });
    const video = { mimes: ['video/webm'] };
    for (const [url, secure, status] of [
      ['http://tag.example/vast', 1, 204],
      ['http://tag.example/vast', 0, 200],
      ['https://tag.example/vast', 1, 200],
    ] as const) {
      serving.useTags([tag(url)]);
      const body = JSON.stringify(buildBidRequest({ imp: [{ id: '1', video, secure }] }));
      const response = await fetch(`${serving.url}/rtb/${channelUid(serving)}`, { method: 'POST', body });
      expect([url, secure, response.status]).toEqual([url, secure, status]);
    }
  });

  test('a bid with a wrapper that is passed on is checked by what it declares', async () => {
    const wrapper = buildVast({ kind: 'wrapper', to: 'https://tag.example/vast' });
    const passed = (adm: string) => ({ ...bidderWith(adm), handling: 'wrap' as const });
    serving.useTags([passed(wrapper)]);
    expect(await outcomesOf('mimes=video/webm&max_dur=5&linearity=2')).toEqual({ 1: null });
    expect(await outcomesOf('protocols=3')).toEqual({ 1: 'protocol' });
    serving.useTags([passed(wrapper.replace('https://tag.example', 'http://tag.example'))]);
    expect(await outcomesOf('')).toEqual({ 1: 'not_secure' });
    serving.useTags([passed(wrapper.replace('<Ad ', '<Ad adType="audio" '))]);
    expect(await outcomesOf('')).toEqual({ 1: 'wrong_media_type' });
  });

  const reasonIn = async (tag: TagRow, secure: 0 | 1): Promise<CandidateReason | null | undefined> => {
    serving.useTags([tag]);
    serving.serves.length = 0;
    const imp = [{ id: '1', video: { mimes: ['video/mp4'] }, secure }];
    const body = JSON.stringify(buildBidRequest({ imp }));
    await fetch(`${serving.url}/rtb/${channelUid(serving)}`, { method: 'POST', body });
    return serving.serves[0]?.candidates[0]?.reason;
  };

  describe.each(firsts)('OpenRTB 2.6, 3.2.4: in a secure imp, of %s', (_, first) => {
    test('the trackers of a wrapper that is unwrapped must be secure like the ad', async () => {
      const wrapper = buildVast({ kind: 'wrapper', to: `${partner.url}/ad`, impression: 'http://partner.example/i' });
      partner.on('/ad', answers(adMarkup()));
      expect(await reasonIn(first(wrapper), 1)).toBe('not_secure');
      expect(await reasonIn(first(wrapper), 0)).toBeNull();
    });

    test('a wrapper that is unwrapped may point to plain http, which no player loads', async () => {
      // No loopback address, but one that reaches this machine.
      const to = `${partner.url.replace('127.0.0.1', '0.0.0.0')}/ad`;
      partner.on('/ad', answers(adMarkup()));
      expect(await reasonIn(first(buildVast({ kind: 'wrapper', to })), 1)).toBeNull();
      partner.on('/ad', answers(adMarkup({ url: 'http://cdn.example/ad' })));
      expect(await reasonIn(first(buildVast({ kind: 'wrapper', to })), 1)).toBe('not_secure');
    });
  });
});

/** The events of our trackers but the error, in the order of the ad. */
function trackersIn(xml: string): string[] {
  const names = [...xml.matchAll(/https:\/\/ads\.example\/e\/(\w+)\//g)].map(([, name]) => name ?? '');
  return names.filter((name) => name !== 'error');
}

function channelUid({ snapshot }: TestServing): string {
  const [channel] = snapshot.rows.channel.values();
  if (!channel) throw new Error('no channel');
  return channel.uid;
}
