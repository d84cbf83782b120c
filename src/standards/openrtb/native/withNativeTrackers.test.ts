import { describe, expect, test } from 'vitest';
import { withNativeTrackers } from './withNativeTrackers.ts';

const title = { id: 1, title: { text: 'Hello' } };
const image = { id: 2, img: { url: 'https://cdn.example/i.png' } };
const link = { url: 'http://brand.example/' };
const response = { ver: '1.2', link, assets: [title, image] };

/** A native request with other fields. */
const requestOf = (fields: Record<string, unknown>): string =>
  JSON.stringify({ assets: [{ id: 1, title: { len: 90 } }], ...fields });

describe('Native 1.2, 5.7 and 5.8: withNativeTrackers', () => {
  const ours = { impression: ['https://t.example/i?a=1&b=2'], click: ['https://t.example/c'] };
  const event = { event: 1, method: 1, url: 'https://t.example/i?a=1&b=2' };
  const read = (adm: unknown, request = requestOf({})): unknown =>
    JSON.parse(withNativeTrackers(JSON.stringify(adm), request, ours));

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

  test.each<[string, Record<string, unknown>, boolean]>([
    ['lists it', { eventtrackers: [{ event: 1, methods: [2, 1] }] }, true],
    ['lists it, whatever its version', { ver: '1.1', eventtrackers: [{ event: 1, methods: [1] }] }, true],
    ['says nothing of trackers', { ver: '1.2' }, true],
    ['lists scripts only', { eventtrackers: [{ event: 1, methods: [2] }] }, false],
    ['lists other events only', { eventtrackers: [{ event: 2, methods: [1] }] }, false],
    ['has an empty list', { eventtrackers: [] }, true],
    ['is older than event trackers', { ver: '1.1' }, false],
  ])('an impression is an event tracker where the request %s', (_, request, isEvent) => {
    const { eventtrackers, imptrackers } = read(response, requestOf(request)) as Record<string, unknown[] | undefined>;
    expect([eventtrackers, imptrackers]).toEqual(isEvent ? [[event], undefined] : [undefined, ours.impression]);
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

  test('a root with other fields is passed on without them', () => {
    expect(read({ native: response, assets: [{ id: 9, title: { text: 'Other' } }] })).toEqual(
      read({ native: response }),
    );
  });

  test('trackers that were not requested are left out', () => {
    const tracker = (event: number, method: number) => ({ event, method, url: `https://d.example/${event}/${method}` });
    const jstracker = '<script src="https://d.example/t.js"></script>';
    const theirs = { jstracker, eventtrackers: [tracker(1, 1), tracker(1, 2), tracker(2, 1)] };
    const sold = (eventtrackers?: object[]) => read({ ...response, ...theirs }, requestOf({ eventtrackers }));
    const images = sold([{ event: 1, methods: [1] }]);
    expect(images).toMatchObject({ eventtrackers: [tracker(1, 1), event] });
    expect(images).not.toHaveProperty('jstracker');
    const scripts = sold([{ event: 1, methods: [1, 2] }]);
    expect(scripts).toMatchObject({ jstracker, eventtrackers: [tracker(1, 1), tracker(1, 2), event] });
    for (const all of [sold([]), sold()]) {
      expect(all).toMatchObject({ jstracker, eventtrackers: [...theirs.eventtrackers, event] });
    }
  });

  test('what was meant is passed on as the standard writes it', () => {
    const assets = [
      null,
      { id: '1', title: { text: 'Hello' }, video: {} },
      { id: 2, img: { ...image.img, w: '300' } },
      { id: 3, data: { value: 4.5 } },
    ];
    expect(
      read({ ...response, assets, privacy: 1, eventtrackers: [null], imptrackers: 'https://d.example/i' }),
    ).toEqual({
      ...response,
      link: { ...link, clicktrackers: ours.click },
      assets: [title, { id: 2, img: { ...image.img, w: 300 } }, { id: 3, data: { value: '4.5' } }],
      eventtrackers: [event],
      imptrackers: ['https://d.example/i'],
    });
  });

  test('replaces broken lists', () => {
    expect(read({ ...response, eventtrackers: [5], link: { ...link, clicktrackers: 5 } })).toMatchObject({
      eventtrackers: [event],
      link: { clicktrackers: ours.click },
    });
  });

  test.each(['', '{', '[]', 'null', '<p>'])('%s is returned unchanged', (adm) => {
    expect(withNativeTrackers(adm, requestOf({}), ours)).toBe(adm);
  });
});
