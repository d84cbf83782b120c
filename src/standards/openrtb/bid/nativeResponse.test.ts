import { describe, expect, test } from 'vitest';
import { nativeFault, withNativeTrackers } from './nativeResponse.ts';

const request = JSON.stringify({
  ver: '1.2',
  assets: [
    { id: 1, required: 1, title: { len: 90 } },
    { id: 2, required: 1, img: { type: 3, wmin: 300, hmin: 157 } },
    { id: 3, data: { type: 1 } },
  ],
});
const title = { id: 1, title: { text: 'Hello' } };
const image = { id: 2, img: { url: 'https://cdn.example/i.png' } };
const link = { url: 'http://brand.example/' };
const response = { ver: '1.2', link, assets: [title, image] };

function fault(overrides: Record<string, unknown>, nativeRequest = request): string | null {
  return nativeFault(JSON.stringify({ ...response, ...overrides }), nativeRequest, true);
}

describe('2.4: nativeFault', () => {
  test('accepts a response with every required asset', () => {
    expect(fault({})).toBeNull();
    expect(fault({ assets: [{ id: 3, data: { value: 'Brand' } }, image, title] })).toBeNull();
  });

  test('accepts the old root on both sides', () => {
    const [oldRequest, oldResponse] = [{ native: JSON.parse(request) }, { native: response }].map((root) =>
      JSON.stringify(root),
    );
    expect(nativeFault(oldResponse ?? '', request, true)).toBeNull();
    expect(nativeFault(oldResponse ?? '', oldRequest ?? '', true)).toBeNull();
    expect(nativeFault(JSON.stringify(response), oldRequest ?? '', true)).toBeNull();
    expect(nativeFault('{"native":{"link":{"url":"x"},"assets":[]}}', oldRequest ?? '', true)).toBe(
      'native_asset_missing',
    );
  });

  test.each<[string, Record<string, unknown>]>([
    ['is not there', { assets: [title] }],
    ['has another id', { assets: [title, { ...image, id: 7 }] }],
    ['is of another kind', { assets: [title, { id: 2, title: { text: 'x' } }] }],
    ['is empty', { assets: [{ id: 1, title: { text: '' } }, image] }],
    ['is null', { assets: [{ id: 1, title: null }, image] }],
    ['is in no list', { assets: { 1: title, 2: image } }],
    ['is among broken ones', { assets: [null, 5, title] }],
    ['has no list', { assets: undefined }],
  ])('a required asset that %s is missing', (_, overrides) => {
    expect(fault(overrides)).toBe('native_asset_missing');
  });

  test.each<[string, object, object]>([
    ['data', { data: { type: 1 } }, { data: { value: 'x' } }],
    ['video', { video: { mimes: ['video/mp4'] } }, { video: { vasttag: '<VAST/>' } }],
  ])('a required asset of %s needs its content', (_, wanted, given) => {
    const nativeRequest = JSON.stringify({ assets: [{ id: 5, required: 1, ...wanted }] });
    expect(fault({ assets: [{ id: 5, ...given }] }, nativeRequest)).toBeNull();
    expect(fault({ assets: [{ id: 5 }] }, nativeRequest)).toBe('native_asset_missing');
  });

  test.each([
    '',
    'null',
    '[]',
    '"x"',
    '{',
    '<VAST/>',
    '{"link":null}',
    '{"link":{}}',
    '{"link":{"url":""},"assets":[]}',
  ])('%s is no native response', (adm) => {
    expect(nativeFault(adm, request, true)).toBe('native_malformed');
  });

  test('a key that replaces prototypes makes it invalid', () => {
    expect(nativeFault('{"link":{"url":"x"},"__proto__":{"assets":[]}}', request, true)).toBe('native_malformed');
  });

  const plain = 'http://a.example/x';
  test.each<[string, Record<string, unknown>]>([
    ['a picture', { assets: [title, { id: 2, img: { url: plain } }] }],
    [
      'a video',
      { assets: [title, image, { id: 4, video: { vasttag: `<VAST><Impression>${plain}</Impression></VAST>` } }] },
    ],
    ['a tracker', { imptrackers: [plain] }],
    ['an event tracker', { eventtrackers: [{ event: 1, method: 1, url: plain }] }],
    ['a click tracker', { link: { ...link, clicktrackers: [plain] } }],
    ['a click tracker of an asset', { assets: [title, { ...image, link: { url: 'x', clicktrackers: [plain] } }] }],
    ['a script', { jstracker: `<script src="${plain}"></script>` }],
  ])('%s by plain http is not secure', (_, overrides) => {
    expect(fault(overrides)).toBe('not_secure');
    expect(nativeFault(JSON.stringify({ ...response, ...overrides }), request, false)).toBeNull();
  });
});

describe('withNativeTrackers', () => {
  const ours = { impression: ['https://t.example/i?a=1&b=2'], click: ['https://t.example/c'] };
  const event = { event: 1, method: 1, url: 'https://t.example/i?a=1&b=2' };
  const read = (adm: unknown): unknown => JSON.parse(withNativeTrackers(JSON.stringify(adm), ours));

  test('adds our trackers to those of the ad, and leaves all else as it is', () => {
    const theirs = { event: 2, method: 2, url: 'https://d.example/v' };
    expect(
      read({
        ...response,
        extra: 1,
        eventtrackers: [theirs],
        link: { ...link, clicktrackers: ['https://d.example/c'] },
      }),
    ).toEqual({
      ...response,
      extra: 1,
      eventtrackers: [theirs, event],
      link: { ...link, clicktrackers: ['https://d.example/c', 'https://t.example/c'] },
    });
  });

  test.each<[string, Record<string, unknown>, boolean]>([
    ['1.2', { ver: '1.2' }, true],
    ['1.2 as a number', { ver: 1.2 }, true],
    ['1.3', { ver: '1.3' }, true],
    ['1.2 with old trackers', { ver: '1.2', imptrackers: ['https://d.example/i'] }, true],
    ['no version and no trackers', { ver: undefined }, true],
    ['1.1 with event trackers', { ver: '1.1', eventtrackers: [] }, true],
    ['1.1', { ver: '1.1' }, false],
    ['1', { ver: '1.0' }, false],
    ['no version and old trackers', { ver: undefined, imptrackers: ['https://d.example/i'] }, false],
  ])('markup of %s counts an impression in one way only', (_, overrides, isEvent) => {
    const { eventtrackers, imptrackers } = read({ ...response, ...overrides }) as Record<string, unknown[] | undefined>;
    expect(eventtrackers?.at(-1)).toEqual(isEvent ? event : undefined);
    expect(imptrackers?.includes(event.url) ?? false).toBe(!isEvent);
  });

  test('an asset link, which replaces that of the ad, is tracked too', () => {
    expect(
      read({ ...response, assets: [title, { ...image, link: { url: 'https://brand.example/2' } }] }),
    ).toMatchObject({
      link: { clicktrackers: ours.click },
      assets: [title, { link: { clicktrackers: ours.click } }],
    });
  });

  test('the old root stays', () => {
    expect(read({ native: response })).toEqual({
      native: { ...response, eventtrackers: [event], link: { ...link, clicktrackers: ours.click } },
    });
  });

  test('replaces broken lists', () => {
    expect(read({ ...response, eventtrackers: [null], link: { ...link, clicktrackers: 'x' } })).toMatchObject({
      eventtrackers: [event],
      link: { clicktrackers: ours.click },
    });
  });

  test.each(['', '{', '[]', 'null', '<p>'])('%s is returned unchanged', (adm) => {
    expect(withNativeTrackers(adm, ours)).toBe(adm);
  });
});
