import { describe, expect, test } from 'vitest';
import { buildCreative, buildFile, buildImage } from '#tests/support/engine/buildCreative.ts';
import { readVastResponse } from '#engine/auction/vastResponse.ts';
import type { Imp, Video } from '#standards/openrtb/types.ts';
import { fillVastMacros } from '#standards/macros.ts';
import { nativeFault } from '#standards/openrtb/native/nativeFault.ts';
import { compileVast, renderTemplate } from '#standards/vast/compileVast.ts';
import { creativeIdentity } from '#standards/vast/creativeIdentity.ts';
import type { InlineAd, TrackingSlots } from '#standards/vast/types.ts';
import { validateVast } from '../../../../tests/vast/validateVast.ts';
import { creativeMarkup } from './creativeMarkup.ts';
import type { CreativeContent } from './creativeContent.ts';
import { vastVersions } from '#standards/vast/vastVersions.ts';

const place = {
  mediaUrl: 'https://ads.example/media',
  registry: 'house.example',
  fill: (text: string) => text.replaceAll('[CACHEBUSTING]', '12345678'),
};
const show = (creative: CreativeContent, imp: Omit<Imp, 'id'>) => creativeMarkup(creative, { id: '1', ...imp }, place);
const video = (more: Partial<Video> = {}): Omit<Imp, 'id'> => ({ video: { mimes: ['video/mp4'], ...more } });
const banner = { banner: { w: 300, h: 250 } };

function inlineOf(xml: string | null): InlineAd {
  const response = readVastResponse(xml ?? '');
  if (response.kind !== 'inline') throw new Error(`not inline: ${xml}`);
  return response.ad;
}

const slots: TrackingSlots = {
  adServingId: 'serve',
  impression: 'https://t.example/i',
  start: 'https://t.example/s',
  firstQuartile: 'https://t.example/1',
  midpoint: 'https://t.example/2',
  thirdQuartile: 'https://t.example/3',
  complete: 'https://t.example/c',
  click: 'https://t.example/k',
  error: 'https://t.example/e',
};

describe('markup of a video', () => {
  const low = buildFile({ file: `${'ef'.repeat(32)}.mp4`, width: 640, height: 360, bitrate: 400 });
  const webm = buildFile({ file: `${'0a'.repeat(32)}.webm`, mime: 'video/webm', codecs: 'vp9, opus' });
  const creative = buildCreative({ name: 'Spring & <Summer>', files: [buildFile(), low, webm], isSkippable: true });

  test('is VAST with everything that players and sellers need', () => {
    const ad = inlineOf(show(creative, video()));
    expect(ad).toMatchObject({ adTitle: 'Spring & <Summer>', advertiser: 'brand.example', adType: 'video' });
    expect(ad.categories.map(({ code }) => code)).toEqual(['IAB2-1']);
    const [{ linear, universalAdIds } = {}] = ad.creatives;
    expect(universalAdIds).toEqual([{ registry: 'house.example', value: '1' }]);
    expect(linear).toMatchObject({ duration: '00:00:15', skipoffset: '00:00:05' });
    expect(linear?.clicks.clickThrough?.url).toBe('https://brand.example/spring?a=1&b=2');
    expect(linear?.mediaFiles.map(({ url, width }) => [url, width])).toEqual([
      [`https://ads.example/media/${'ab'.repeat(32)}.mp4`, 1280],
      [`https://ads.example/media/${'ef'.repeat(32)}.mp4`, 640],
    ]);
    expect(creativeIdentity(ad)).toMatchObject({ adomains: ['brand.example'], durationS: 15 });
  });

  test('is written once per set of files when a cache is given', () => {
    const written = new WeakMap();
    const rendered = (more: Partial<Video> = {}) =>
      creativeMarkup(creative, { id: '1', ...video(more) }, { ...place, vastCache: written });
    expect([rendered(), rendered({ maxbitrate: 500 })]).toEqual([
      show(creative, video()),
      show(creative, video({ maxbitrate: 500 })),
    ]);
    expect(rendered({ maxbitrate: 500 })).not.toBe(rendered());
    expect([...(written.get(creative)?.values() ?? [])]).toEqual([rendered(), rendered({ maxbitrate: 500 })]);
  });

  test.each(vastVersions)('becomes valid VAST %s with our trackers in it', async (version) => {
    const ad = inlineOf(show(creative, video()));
    expect(await validateVast(renderTemplate(compileVast(ad, version), slots), version)).toEqual([]);
  });

  test('contains the files that the player supports', () => {
    const urls = (more: Partial<Video>) =>
      inlineOf(show(creative, video(more))).creatives[0]?.linear?.mediaFiles.map(({ type, width }) => [type, width]);
    expect(urls({ mimes: ['video/webm'] })).toEqual([['video/webm', 1280]]);
    expect(urls({ maxbitrate: 500 })).toEqual([['video/mp4', 640]]);
    expect(urls({ minbitrate: 500 })).toEqual([['video/mp4', 1280]]);
    expect(show(creative, video({ mimes: ['application/dash+xml'] }))).toBeNull();
    expect(show(creative, banner)).toBeNull();
  });

  test('without a landing page has no click-through', () => {
    expect(show(buildCreative({ clickUrl: '' }), video())).not.toContain('VideoClicks');
  });
});

test('markup of an audio ad is audio VAST', () => {
  const file = buildFile({ mime: 'audio/mpeg', width: 0, height: 0, codecs: 'mp3', durationMs: 20_500 });
  const ad = inlineOf(
    show(buildCreative({ type: 'audio', isSkippable: true, files: [file] }), { audio: { mimes: ['audio/mpeg'] } }),
  );
  expect(ad.adType).toBe('audio');
  expect(ad.creatives[0]?.linear).toMatchObject({ duration: '00:00:20.500', skipoffset: undefined });
});

describe('markup of third-party creatives', () => {
  test('a VAST tag is wrapped, with its macros filled', () => {
    const creative = buildCreative({ type: 'vastUrl', vastUrl: 'https://third.example/v?a=1&cb=[CACHEBUSTING]' });
    const response = readVastResponse(show(creative, video()) ?? '');
    if (response.kind !== 'wrapper') throw new Error('no wrapper');
    expect(response.ad.vastAdTagUri).toBe('https://third.example/v?a=1&cb=12345678');
  });

  test('stored VAST is returned unchanged', () => {
    const vastXml = '<VAST version="3.0"><Ad/></VAST>';
    expect(show(buildCreative({ type: 'vast', vastXml }), video())).toBe(vastXml);
  });

  test('the click macro of a tag is left for the ad server', () => {
    const creative = buildCreative({
      type: 'tag',
      markup: '<script src="https://x/?c=${CLICK_URL}&n=[CACHEBUSTING]">',
    });
    expect(show(creative, banner)).toBe('<script src="https://x/?c=${CLICK_URL}&n=12345678">');
    expect(show(creative, video())).toBeNull();
  });

  test('a script in a tag stays unchanged except for known macros', () => {
    const markup = 'a[i] = b[MAX] + `${NAME}`; c = "[DOMAIN] ${GDPR}"; d[domain] = e[key]';
    const fill = (text: string) => fillVastMacros(text, { DOMAIN: 'news.example', key: 'own' });
    expect(creativeMarkup(buildCreative({ type: 'tag', markup }), { id: '1', ...banner }, { ...place, fill })).toBe(
      markup.replace('[DOMAIN] ${GDPR}', 'news.example '),
    );
  });
});

test('macros in a tag are filled when percent-encoded too, and the price is left to the seller', () => {
  const markup =
    '<img src="https://x/?a=%5BDOMAIN%5D&b=%24%7BGDPR%7D&c=$SCHAIN&d=%24%7BCLICK_URL%7D&e=${AUCTION_PRICE}">';
  const fill = (text: string) => fillVastMacros(text, { DOMAIN: 'news.example', GDPR: '1', SCHAIN: '1.0' });
  expect(creativeMarkup(buildCreative({ type: 'tag', markup }), { id: '1', ...banner }, { ...place, fill })).toBe(
    '<img src="https://x/?a=news.example&b=1&c=1.0&d=%24%7BCLICK_URL%7D&e=${AUCTION_PRICE}">',
  );
});

describe('markup of display ads', () => {
  test('an image links to its landing page through our click URL', () => {
    const html = show(buildCreative({ type: 'image', files: [buildImage()] }), banner);
    expect(html).toContain(`<img src="https://ads.example/media/${'cd'.repeat(32)}.png" width="300" height="250"`);
    expect(html).toContain('href="${CLICK_URL}https%3A%2F%2Fbrand.example%2Fspring%3Fa%3D1%26b%3D2"');
  });

  test('a bundle is a sandboxed iframe that receives its click URL', () => {
    const bundle = buildImage({ file: 'cd'.repeat(32), mime: 'application/zip', width: 320, height: 50 });
    const html = show(buildCreative({ type: 'html5', files: [bundle] }), banner);
    expect(html).toContain(
      `src="https://ads.example/media/${'cd'.repeat(32)}/index.html?clickTag=\${CLICK_URL_ENC}https%253A`,
    );
    expect(html).toMatch(/width="320" height="50" sandbox="allow-scripts (?!.*allow-same-origin)/);
    expect(show(buildCreative({ type: 'html5', files: [bundle], width: 300, height: 250 }), banner)).toContain(
      'width="300" height="250"',
    );
  });

  test('a creative without a file has no markup', () => {
    expect(show(buildCreative({ type: 'image', files: [] }), banner)).toBeNull();
    expect(show(buildCreative({ type: 'html5', files: [] }), banner)).toBeNull();
  });
});

describe('markup of a native ad', () => {
  const creative = buildCreative({
    type: 'native',
    files: [buildImage({ width: 1200, height: 627 }), buildImage({ role: 'icon', width: 80, height: 80 })],
    title: 'Spring is here',
    body: 'All bikes are cheaper.',
    sponsor: 'Brand',
    callToAction: 'See them',
  });
  const request = (assets: object[], ver = '1.2') => JSON.stringify({ ver, assets });
  const all = [
    { id: 1, required: 1, title: { len: 25 } },
    { id: 2, required: 1, img: { type: 3, wmin: 600, hmin: 314 } },
    { id: 3, img: { type: 1, w: 80, h: 80 } },
    { id: 4, required: 1, data: { type: 1 } },
    { id: 5, data: { type: 2, len: 90 } },
    { id: 6, data: { type: 12 } },
    { id: 7, data: { type: 3 } },
  ];

  test('contains the requested assets', () => {
    const adm = show(creative, { native: { request: request(all) } }) ?? '';
    expect(nativeFault(adm, request(all), true)).toBeNull();
    const { assets, link, ver } = JSON.parse(adm) as { assets: { id: number }[]; link: object; ver: string };
    expect(assets.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(link).toEqual({ url: creative.clickUrl });
    expect(ver).toBe('1.2');
  });

  test.each([{ type: 0 }, { type: 3, w: 600, h: 314 }, { w: 1200, h: 628 }])('has its main image for %j', (img) => {
    const adm = show(creative, { native: { request: request([{ id: 1, required: 1, img }]) } }) ?? '';
    expect(JSON.parse(adm)).toMatchObject({ assets: [{ id: 1, img: { type: 3, w: 1200, h: 627 } }] });
  });

  test.each<[string, object]>([
    ['a title that is longer', { id: 1, required: 1, title: { len: 5 } }],
    ['an image of another size', { id: 1, required: 1, img: { type: 3, w: 600, h: 600 } }],
    ['an image that is larger', { id: 1, required: 1, img: { type: 3, wmin: 2000 } }],
    ['another type of image', { id: 1, required: 1, img: { type: 3, mimes: ['image/webp'] } }],
    ['a rating', { id: 1, required: 1, data: { type: 3 } }],
    ['a video', { id: 1, required: 1, video: { mimes: ['video/mp4'] } }],
  ])('is none where %s is required', (_, asset) => {
    expect(show(creative, { native: { request: request([asset]) } })).toBeNull();
    expect(show(creative, { native: { request: request([{ ...asset, required: 0 }]) } })).toBeNull();
  });

  test('Native 1.2, 4.4 and 5.4: an image is of an accepted type, which requests write as image/jpg too', () => {
    const jpeg = { ...creative, files: [buildImage({ width: 1200, height: 627, mime: 'image/jpeg' })] };
    const adm = (mimes: string[]) =>
      show(jpeg, { native: { request: request([{ id: 1, required: 1, img: { mimes } }]) } });
    for (const accepted of [[], ['image/jpeg'], ['image/png', 'image/JPG']]) expect(adm(accepted)).not.toBeNull();
    expect(adm(['image/png'])).toBeNull();
  });

  test('Native 1.2, 4.3: a title of emoji is as long as its characters', () => {
    const bikes = { ...creative, title: '🚲🚲🚲' };
    const adm = (len: number) =>
      show(bikes, { native: { request: request([{ id: 1, required: 1, title: { len } }]) } });
    expect([adm(2) === null, adm(3) === null]).toEqual([true, false]);
  });

  test('uses the requested version', () => {
    const title = [{ id: 1, title: { len: 90 } }];
    expect(JSON.parse(show(creative, { native: { request: request(title, '1.1') } }) ?? '')).toMatchObject({
      ver: '1.1',
    });
    expect(JSON.parse(show(creative, { native: { request: request(title, '1.0') } }) ?? '')).toHaveProperty('native');
    expect(show(creative, { native: { request: 'no json' } })).toBeNull();
  });
});
