import { expect, test } from 'vitest';
import { storeOf } from './storeOf.ts';

test.each([
  ['com.game', 'https://play.google.com/store/apps/details?id=com.game', 'Google Play'],
  ['1', 'https://apps.apple.com/us/app/x/id1', 'App Store'],
  ['12345', 'https://channelstore.roku.com/details/12345', 'Roku'],
  ['x', 'https://www.unknown.example/x', 'unknown.example'],
  ['id284910350', '', 'App Store'],
  ['B012345678', '', 'Amazon'],
  ['com.game', '', ''],
  ['com.game', 'not an address', ''],
])('%s at %j is sold at %j', (app, url, store) => {
  expect(storeOf(app, url)).toBe(store);
});
