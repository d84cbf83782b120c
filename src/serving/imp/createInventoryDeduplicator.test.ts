import { expect, test } from 'vitest';
import { buildOrigin } from '#tests/support/events/buildRecord.ts';
import { buildInlineAd } from '../../../tests/vast/buildVast.ts';
import { creativeIdentity } from '#standards/vast/creativeIdentity.ts';
import { readQuery } from '#standards/readQuery.ts';
import type { RequestSignals } from './requestSignals.ts';
import { createInventoryDeduplicator } from './createInventoryDeduplicator.ts';

const dayMs = 86_400_000;

function buildSignals(query = '', headers: RequestSignals['headers'] = {}): RequestSignals {
  return { query: readQuery(`/vast/a?${query}`), headers, peer: '9.9.9.9' };
}

test('the first request records its app, site, publisher and creative as declared', () => {
  const signals = buildSignals(
    'app_name=Big%20Game&app_store_url=https%3A%2F%2Fplay.example%2Fx&os=Android&cat=IAB9&domain=www.game.example' +
      '&pub_name=Game%20House&pub_domain=house.example&schain=1.0,1!ssp.example,1,1!two.example,2,1',
    { referer: 'https://frame.example/a' },
  );
  const origin = buildOrigin({ app: 'com.game', site: 'game.example', publisher: 'pub-7', environment: 'app' });
  const creative = { identity: creativeIdentity(buildInlineAd()), title: 'Spot', depth: 2 };
  expect(createInventoryDeduplicator().takeNewInventory(origin, signals, creative, 0)).toEqual({
    app: {
      name: 'Big Game',
      storeUrl: 'https://play.example/x',
      os: 'Android',
      environment: 'app',
      publisher: 'pub-7',
      category: 'IAB9',
    },
    site: { declared: 'game.example', detected: 'frame.example', publisher: 'pub-7', category: 'IAB9' },
    publisher: { name: 'Game House', domain: 'house.example', hops: 2 },
    creative: {
      title: 'Spot',
      id: 'creative',
      advertiser: '',
      adomains: '',
      durationS: 15,
      url: 'https://cdn.example/spot.mp4',
      type: 'video/mp4',
      width: 640,
      height: 360,
      bitrate: 0,
      isVpaid: false,
      depth: 2,
    },
  });
});

test('inventory recorded in the last day is not recorded again, per account and item', () => {
  const deduplicator = createInventoryDeduplicator();
  const newInventoryFor = (overrides: Parameters<typeof buildOrigin>[0], at: number) =>
    Object.keys(deduplicator.takeNewInventory(buildOrigin(overrides), buildSignals(), null, at) ?? {});
  expect(newInventoryFor({}, 0)).toEqual(['site']);
  expect(newInventoryFor({}, dayMs - 1)).toEqual([]);
  expect(newInventoryFor({ app: 'com.game' }, dayMs - 1)).toEqual(['app']);
  expect(newInventoryFor({ demandId: 2 }, dayMs - 1)).toEqual(['site']);
  expect(newInventoryFor({}, dayMs)).toEqual(['site']);
});

test('it is bounded, and evicts what was not observed for longest', () => {
  const deduplicator = createInventoryDeduplicator(100);
  const isObserved = (site: string) =>
    deduplicator.takeNewInventory(buildOrigin({ site }), buildSignals(), null, 0) !== undefined;
  for (let number = 0; number < 150; number += 1) expect(isObserved(`${number}.example`)).toBe(true);
  expect(isObserved('149.example')).toBe(false);
  expect(isObserved('60.example')).toBe(false);
  for (let number = 150; number < 300; number += 1) isObserved(`${number}.example`);
  expect(isObserved('60.example')).toBe(true);
});

test('texts are stored in one line of complete characters, and only complete URLs', () => {
  const query = `app_name=${encodeURIComponent(`A\n\u0000B${'é😀'.repeat(100)}`)}`;
  const name =
    createInventoryDeduplicator().takeNewInventory(buildOrigin({ app: 'a' }), buildSignals(query), null, 0)?.app
      ?.name ?? '';
  expect(name).toMatch(/^A B(é😀)+é?$/u);
  expect(name.length).toBeLessThanOrEqual(120);
  const ad = buildInlineAd();
  const [file] = ad.creatives[0]?.linear?.mediaFiles ?? [];
  if (file) file.url = `https://cdn.example/${'x'.repeat(2000)}`;
  const creative = { identity: creativeIdentity(ad), title: '', depth: 0 };
  expect(
    createInventoryDeduplicator().takeNewInventory(buildOrigin(), buildSignals(), creative, 0)?.creative?.url,
  ).toBe('');
});
