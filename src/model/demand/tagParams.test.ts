import { expect, test } from 'vitest';
import { reportParams, macroOfParam, nonPersonalParams, tagParamNames } from './tagParams.ts';

test('parameters are lower-case names, each once; unusable names are left out', () => {
  expect(tagParamNames(['Genre', 'genre', 'site section', 'ad.slot-1', 'x'.repeat(65)])).toEqual([
    'genre',
    'ad.slot-1',
  ]);
});

test('the first five are recorded, and none that identifies the viewer', () => {
  expect(reportParams(['a', 'ip', 'b', 'DID', 'c', 'd', 'e', 'f'])).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(nonPersonalParams(['a', 'ip', 'uid', 'f'])).toEqual(['a', 'f']);
});

test('a macro is the name in capitals, in brackets', () => {
  expect(macroOfParam('ad.slot-1')).toBe('[AD.SLOT-1]');
});
