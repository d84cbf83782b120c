import { describe, expect, test } from 'vitest';
import { readQuery } from '../../readQuery.ts';
import { bidRequestFromQuery, type RequestBasis } from './bidRequestFromQuery.ts';
import minimalRequests from '../fixtures/minimalRequests.json' with { type: 'json' };
import { queryFromBidRequest, queryFromRequest } from './queryFromBidRequest.ts';
import { readBidRequest } from './readBidRequest.ts';
import type { BidRequest, Video } from '../types.ts';
import { videoFromQuery } from './videoFromQuery.ts';

const basis: RequestBasis = {
  id: 'r1',
  address: '203.0.113.9',
  agent: 'Mozilla/5.0',
  page: undefined,
  language: undefined,
  environment: 'web',
  hasGpc: false,
  countryAlpha3: (code) => ({ US: 'USA', USA: 'USA', DE: 'DEU' })[code.toUpperCase()] ?? '',
};

const build = (query: string, changes: Partial<RequestBasis> = {}) =>
  bidRequestFromQuery(readQuery(`/vast/a?${query}`), { ...basis, ...changes });

test('a tag on a page', () => {
  const query =
    'url=https%3A%2F%2Fwww.pub.example%2Fa&ref=https%3A%2F%2Fsearch.example%2F&pubid=p1&pub_name=Pub&cat=IAB1,IAB2' +
    '&country=us&region=US-CA&city=Los+Angeles&zip=90001&dma=803&lat=34.05&lon=-118.2&lang=en-GB&carrier=Tele' +
    '&connection=wifi&devicetype=2&os=macOS&osv=14&gdpr=0&us_privacy=1YNN&gpp=DBAA&gpp_sid=7,8&coppa=0&consent=CQ' +
    '&schain=1.0,1!ssp.example,p1,1,r1&bcat=IAB25&user_id=u1&omidpartner=Partner/1.4';
  expect(build(query, { page: 'https://www.pub.example/a', hasGpc: true })).toEqual({
    id: 'r1',
    site: {
      page: 'https://www.pub.example/a',
      domain: 'pub.example',
      ref: 'https://search.example/',
      cat: ['IAB1', 'IAB2'],
      publisher: { id: 'p1', name: 'Pub' },
    },
    device: {
      ua: 'Mozilla/5.0',
      ip: '203.0.113.9',
      geo: {
        country: 'USA',
        region: 'CA',
        city: 'Los Angeles',
        zip: '90001',
        metro: '803',
        lat: 34.05,
        lon: -118.2,
      },
      devicetype: 2,
      os: 'macOS',
      osv: '14',
      language: 'en',
      carrier: 'Tele',
      connectiontype: 2,
    },
    user: { id: 'u1', consent: 'CQ' },
    regs: { coppa: 0, gdpr: 0, us_privacy: '1YNN', gpp: 'DBAA', gpp_sid: [7, 8], ext: { gpc: '1' } },
    source: {
      schain: { ver: '1.0', complete: 1, nodes: [{ asi: 'ssp.example', sid: 'p1', hp: 1, rid: 'r1' }] },
      ext: { omidpn: 'Partner', omidpv: '1.4' },
    },
    bcat: ['IAB25'],
  });
});

test('a tag on a TV', () => {
  const query =
    'app_bundle=123&app_name=Show&app_store_url=https%3A%2F%2Ftv-store.example%2F123&app_ver=2&did=a1b2&did_type=rida' +
    '&lmt=false&make=Acme&model=M1&content_title=Pilot&content_series=Show&content_season=S1&content_episode=1' +
    '&content_genre=drama&content_rating=TV-PG&content_len=2700&content_lang=en&content_id=c1&livestream=0' +
    '&channel_name=One&network_name=Net&ip=2001%3Adb8%3A%3A1';
  expect(build(query, { environment: 'ctv', address: '2001:db8::1' })).toEqual({
    id: 'r1',
    app: {
      bundle: '123',
      name: 'Show',
      storeurl: 'https://tv-store.example/123',
      ver: '2',
      content: {
        id: 'c1',
        title: 'Pilot',
        series: 'Show',
        season: 'S1',
        episode: 1,
        genre: 'drama',
        contentrating: 'TV-PG',
        len: 2700,
        language: 'en',
        livestream: 0,
        channel: { name: 'One' },
        network: { name: 'Net' },
      },
    },
    device: {
      ua: 'Mozilla/5.0',
      ipv6: '2001:db8::1',
      ifa: 'a1b2',
      ext: { ifa_type: 'rida' },
      lmt: 0,
      devicetype: 3,
      make: 'Acme',
      model: 'M1',
    },
  });
});

test.each(['web', 'app'] as const)('bidders are sent the inventory partner of a tag in %s', (environment) => {
  const { site, app } = build('inventorypartnerdomain=owner.example', { environment });
  expect((site ?? app)?.inventorypartnerdomain).toBe('owner.example');
});

describe('the subject of a request', () => {
  const page = 'https://pub.example/';

  test.each<[string, string, RequestBasis['environment'], 'site' | 'app']>([
    ['a site on pages', '', 'web', 'site'],
    ['a site on pages of phones', '', 'mobileWeb', 'site'],
    ['an app in apps, though none is named', '', 'app', 'app'],
    ['an app on TVs, though none is named', '', 'ctv', 'app'],
    ['an app where its bundle is named', 'app_bundle=a', 'web', 'app'],
    ['an app where its name is named', 'app_name=a', 'mobileWeb', 'app'],
    ['an app where a page is named too', `app_id=a&url=${page}`, 'web', 'app'],
  ])('is %s', (_, query, environment, kind) => {
    const request = build(query, { environment, page });
    expect(Object.keys(request).filter((name) => name === 'site' || name === 'app')).toEqual([kind]);
  });
});

describe('undeclared values are omitted', () => {
  test('for an empty tag', () => {
    expect(build('', { address: '', agent: undefined })).toEqual({ id: 'r1', site: {}, device: {} });
  });

  test('and unreadable ones', () => {
    const query =
      'lat=91&lon=10&country=XX&devicetype=phone&lmt=maybe&gdpr=2&gpp_sid=a&schain=1.0&content_len=-5&lang=x&connection=9';
    expect(build(query)).toEqual({ id: 'r1', site: {}, device: { ua: 'Mozilla/5.0', ip: '203.0.113.9' } });
  });

  test('a referrer alone names the page itself', () => {
    expect(build('ref=https%3A%2F%2Fpub.example%2F', { page: 'https://pub.example/' }).site).toEqual({
      page: 'https://pub.example/',
      domain: 'pub.example',
    });
  });
});

describe('a request survives the round trip through its query', () => {
  const { banner, rewarded, pod } = minimalRequests as unknown as Record<string, BidRequest>;

  test.each([
    ['banner', banner, 'web'],
    ['rewarded', rewarded, 'app'],
    ['pod', pod, 'ctv'],
  ] as const)('2.3: %s', (_, request, environment) => {
    if (!request) throw new Error('no such request');
    const { device, site } = request;
    const made = bidRequestFromQuery(queryFromRequest(request), {
      ...basis,
      id: request.id,
      address: device?.ip ?? '',
      agent: device?.ua,
      page: site?.page,
      environment,
    });
    // Query names cannot express these, or do not need to.
    const expected = structuredClone(request) as unknown as Record<string, Record<string, unknown>>;
    for (const name of ['imp', 'at', 'tmax', 'cur']) delete expected[name];
    delete expected['site']?.['id'];
    delete expected['app']?.['id'];
    delete expected['source']?.['tid'];
    delete (expected['device']?.['geo'] as Record<string, unknown> | undefined)?.['type'];
    expect(made).toEqual(expected);
  });

  test('2.3: and video from that of its imp', () => {
    const { video } = minimalRequests as unknown as Record<'video', BidRequest>;
    const [imp] = video.imp;
    if (!imp?.video) throw new Error('no video');
    expect(videoFromQuery(queryFromBidRequest(video, imp), { mimes: [] })).toEqual(imp.video);
  });
});

describe('the video of a tag', () => {
  const defaults: Video = {
    mimes: ['video/mp4'],
    protocols: [2, 3],
    w: 640,
    h: 360,
    minduration: 5,
    maxduration: 30,
    plcmt: 1,
    linearity: 1,
  };
  const video = (query: string) => videoFromQuery(readQuery(`/vast/a?${query}`), defaults);

  test.each<[string, string, Partial<Video>]>([
    ['has the defaults when the tag declares nothing', '', {}],
    ['has the size of the player', 'w=1920&h=1080', { w: 1920, h: 1080 }],
    ['ignores nonsensical sizes', 'w=0&h=tall', {}],
    ['has the lengths', 'min_dur=6&max_dur=15', { minduration: 6, maxduration: 15 }],
    ['takes no ad beyond lengths with fractions', 'min_dur=5.2&max_dur=10.5', { minduration: 6, maxduration: 10 }],
    ['ignores nonsensical lengths', 'min_dur=-1&max_dur=-1', {}],
    ['ignores a maximum below a second', 'max_dur=0.5', {}],
    [
      'reads lists',
      'protocols=3,7,x&mimes=video/mp4, video/webm&api=7&playbackmethod=1,2',
      {
        protocols: [3, 7],
        mimes: ['video/mp4', 'video/webm'],
        api: [7],
        playbackmethod: [1, 2],
      },
    ],
    ['reads positions in the content', 'startdelay=-2', { startdelay: -2 }],
    ['reads kinds of placement by number', 'plcmt=4', { plcmt: 4, placement: 3 }],
    ['reads kinds of placement by name', 'plcmt=interstitial', { plcmt: 3, placement: 5 }],
    ['reads the older numbers', 'placement=2', { plcmt: 4, placement: 2 }],
    ['reads the rules of skipping', 'skip=true&skipmin=15&skipafter=5', { skip: 1, skipmin: 15, skipafter: 5 }],
    ['reads pods', 'pod_dur=60&pod_slots=4&podid=p', { poddur: 60, maxseq: 4, podid: 'p' }],
    ['reads the other parameters', 'pos=1&maxbitrate=2000&delivery=2', { pos: 1, maxbitrate: 2000, delivery: [2] }],
  ])('%s', (_, query, declared) => {
    expect(video(query)).toEqual({ ...defaults, ...declared });
  });

  test('drops the default duration that contradicts the declared one', () => {
    const { minduration: _least, maxduration: _most, ...rest } = defaults;
    expect(video('min_dur=45')).toEqual({ ...rest, minduration: 45 });
    expect(video('max_dur=3')).toEqual({ ...rest, maxduration: 3 });
  });

  test('keeps the maximum of declared durations that contradict each other', () => {
    const { minduration: _minimum, ...rest } = defaults;
    expect(video('min_dur=20&max_dur=10')).toEqual({ ...rest, maxduration: 10 });
    expect(video('min_dur=10.2&max_dur=10.8')).toEqual({ ...rest, maxduration: 10 });
  });

  test("makes a valid request with the tag's other parameters", () => {
    const query = readQuery('/vast/a?w=640&h=360&url=https%3A%2F%2Fpub.example%2F&schain=1.0,1!a.example,1,1');
    const request = {
      ...bidRequestFromQuery(query, { ...basis, page: 'https://pub.example/' }),
      imp: [{ id: '1', video: videoFromQuery(query, defaults) }],
    };
    expect(readBidRequest(request)).toMatchObject({ ok: true, notes: [] });
  });
});
