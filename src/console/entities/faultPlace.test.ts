import { expect, test } from 'vitest';
import { creative } from '#model/index.ts';
import { faultPlace } from './faultPlace.ts';

test.each([
  ['adomain', { field: 'adomain' }],
  ['ivtIds.0', { field: 'ivtIds' }],
  ['files', { tab: 'media' }],
  ['version', {}],
  ['', {}],
])('a fault of “%s” leads to %j', (path, place) => {
  expect(faultPlace(creative, path)).toEqual(place);
});
