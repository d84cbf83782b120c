import { describe, expect, test } from 'vitest';
import { buildInlineAd } from '../../../tests/vast/buildVast.ts';
import { creativeIdentity, normalizeMediaUrl } from './creativeIdentity.ts';
import { hashText } from './hashText.ts';
import type { InlineAd, VastCreative, VastMediaFile } from './types.ts';

function buildFile(url: string, attributes: Record<string, string> = {}): VastMediaFile {
  return { url, type: 'video/mp4', delivery: 'progressive', width: 640, height: 360, attributes };
}

function buildAd(
  { files, ...creative }: Partial<VastCreative> & { files?: VastMediaFile[] } = {},
  rest: Partial<InlineAd> = {},
): InlineAd {
  const ad = buildInlineAd(rest);
  const [first] = ad.creatives;
  if (!first?.linear) throw new Error('no creative');
  const linear = files ? { ...first.linear, mediaFiles: files } : first.linear;
  return { ...ad, creatives: [{ ...first, linear, ...creative }] };
}

const registered = { universalAdIds: [{ registry: 'ad-id.org', value: 'CNPA0484000H' }] };

describe('the key', () => {
  test('is 16 hexadecimal digits and never changes, because keys are stored', () => {
    expect(creativeIdentity(buildAd()).key).toBe('b7b48e8370b065e5');
    expect(creativeIdentity(buildAd(registered)).key).toBe('28992919f9b8d4d4');
  });

  test('of a registered creative does not depend on its ad server and URL', () => {
    const there = buildAd({ ...registered, files: [buildFile('https://other.example/x.mp4')] }, { id: 'other' });
    expect(creativeIdentity(there).key).toBe(creativeIdentity(buildAd(registered)).key);
  });

  test('of an unregistered one depends on its media, without cache busters', () => {
    const key = (url: string, id = 'unknown') =>
      creativeIdentity(
        buildAd({ universalAdIds: [{ registry: 'unknown', value: id }], files: [buildFile(url)] }, { id: url }),
      ).key;
    expect(key('http://CDN.example:80/a/spot.mp4?cb=1#t')).toBe(key('https://cdn.example/a/spot.mp4;ord=77?cb=2'));
    expect(key('https://cdn.example/a/spot.mp4')).not.toBe(key('https://cdn.example/a/Spot.mp4'));
  });

  test('does not depend on the order of media files', () => {
    const files = [
      buildFile('https://cdn.example/hi.mp4', { bitrate: '2000' }),
      buildFile('https://cdn.example/lo.mp4'),
    ];
    expect(creativeIdentity(buildAd({ files })).key).toBe(creativeIdentity(buildAd({ files: files.toReversed() })).key);
  });

  test('of an ad without media depends on its IDs', () => {
    const key = (id: string) => creativeIdentity(buildAd({ files: [], id }, { id: 'ad' })).key;
    expect(key('1')).toBe(key('1'));
    expect(key('1')).not.toBe(key('2'));
  });
});

test('lists may name a creative by its key, registered IDs, own IDs and media', () => {
  const ad = buildAd(
    { ...registered, id: 'c7', adId: 'A-7', files: [buildFile('https://cdn.example/b.mp4?x=1')] },
    { id: 'ad7' },
  );
  const { key, ids } = creativeIdentity(ad);
  expect(ids).toEqual([key, 'CNPA0484000H', 'A-7', 'c7', 'cdn.example/b.mp4', 'ad7']);
});

test('the reported file is a video before a script, then the one with the highest bitrate', () => {
  const files = [
    { ...buildFile('https://cdn.example/p.js', { apiFramework: 'VPAID 2.0' }), type: 'application/javascript' },
    buildFile('https://cdn.example/lo.mp4', { bitrate: '500' }),
    buildFile('https://cdn.example/hi.mp4', { bitrate: '2500.4' }),
    { ...buildFile('https://cdn.example/max.m3u8', { bitrate: '9000' }), type: 'application/x-mpegURL' },
  ];
  const { media, isVpaid } = creativeIdentity(buildAd({ files }));
  expect(media).toEqual({
    url: 'https://cdn.example/hi.mp4',
    type: 'video/mp4',
    width: 640,
    height: 360,
    bitrate: 2500,
  });
  expect(isVpaid).toBe(true);
});

test('advertiser, its domains and duration come from the response', () => {
  const ad = buildAd(
    {},
    {
      advertiser: 'www.Brand.example',
      extensions: [
        { attributes: { type: 'adomain' }, content: '<![CDATA[https://www.shop.example, brand.example]]>' },
        { attributes: { type: 'other' }, content: 'no.example' },
      ],
    },
  );
  expect(creativeIdentity(ad)).toMatchObject({
    advertiser: 'www.Brand.example',
    adomains: ['shop.example', 'brand.example'],
    durationS: 15,
    isVpaid: false,
  });
  expect(creativeIdentity({ ...ad, advertiser: 'Brand & Co.', extensions: [] }).adomains).toEqual([]);
});

test('a text that is not a web URL stays as it is', () => {
  expect(normalizeMediaUrl(' CNPA0484000H ')).toBe('CNPA0484000H');
  expect(normalizeMediaUrl('//user@CDN.example//a//b.mp4?x')).toBe('cdn.example/a/b.mp4');
});

test('similar texts have very different keys', () => {
  const keys = new Set(Array.from({ length: 50_000 }, (_, number) => hashText(`media cdn.example/${number}.mp4`)));
  expect(keys.size).toBe(50_000);
  expect(new Set([...keys].map((key) => key.slice(0, 8))).size).toBeGreaterThan(49_900);
  expect(new Set([...keys].map((key) => key.slice(8))).size).toBeGreaterThan(49_900);
});
