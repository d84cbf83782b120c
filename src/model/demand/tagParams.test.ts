import { expect, test } from 'vitest';
import { reportParams, macroOfParam, nonPersonalParams, tagParamNames } from './tagParams.ts';

test('parameters go by their names in lower case, each once; what no request can bring as a name is none', () => {
  expect(tagParamNames(['Genre', 'genre', 'site section', 'ad.slot-1', 'x'.repeat(65)])).toEqual([
    'genre',
    'ad.slot-1',
  ]);
});

test('the first five are kept, and none that tells of the viewer', () => {
  expect(reportParams(['a', 'ip', 'b', 'DID', 'c', 'd', 'e', 'f'])).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(nonPersonalParams(['a', 'ip', 'uid', 'f'])).toEqual(['a', 'f']);
});

test('a macro is the name in capitals, in brackets', () => {
  expect(macroOfParam('ad.slot-1')).toBe('[AD.SLOT-1]');
});
