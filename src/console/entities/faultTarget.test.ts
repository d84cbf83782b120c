import { expect, test } from 'vitest';
import { creative } from '#model/index.ts';
import { faultTarget } from './faultTarget.ts';

test.each([
  ['adomain', { field: 'adomain' }],
  ['ivtIds.0', { field: 'ivtIds' }],
  ['files', { tab: 'media' }],
  ['version', {}],
  ['', {}],
])('a fault of “%s” leads to %j', (path, target) => {
  expect(faultTarget(creative, path)).toEqual(target);
});
