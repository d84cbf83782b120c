import { expect, test } from 'vitest';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { presetsFor } from './presets.ts';

test('presets about campaigns and suppliers are offered to users with DSP mode', () => {
  const labelsFor = (role: 'demand' | 'super', showDsp: boolean) =>
    presetsFor({ ...buildViewer({ role }), showDsp }).map(({ label }) => label);
  const ofDsp = ['By campaign', 'By supplier', 'Why bids were lost'];
  expect(labelsFor('demand', true)).toEqual(expect.arrayContaining([...ofDsp, 'By channel']));
  expect(labelsFor('super', false)).toEqual(expect.arrayContaining(ofDsp));
  const without = labelsFor('demand', false);
  expect(without).toContain('By channel');
  expect(without.filter((label) => ofDsp.includes(label))).toEqual([]);
});
