import { expect, test } from 'vitest';
import { creative } from '#model/index.ts';
import { faultPlace } from './faultPlace.ts';

test.each([
  ['adomain', { field: 'adomain' }],
  ['frequency.impressions', { field: 'frequency' }],
  ['files', { tab: 'media' }],
  ['version', {}],
  ['', {}],
])('a fault of “%s” leads to %j', (path, place) => {
  expect(faultPlace(creative, path)).toEqual(place);
});
