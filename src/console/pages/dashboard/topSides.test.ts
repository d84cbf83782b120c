import { expect, test } from 'vitest';
import { topSides } from './topSides.ts';

test('advertisers have one side, with their tags and their campaigns', () => {
  const [side, ...others] = topSides({ role: 'adv' }, 'ssp', true);
  expect(others).toEqual([]);
  expect(side?.dimensions).toEqual(expect.arrayContaining(['tag', 'campaign', 'own_creative']));
});

test('accounts see what they sell or what they buy, and partners their own side alone', () => {
  const moversOf = (role: 'demand' | 'sub', mode: 'ssp' | 'dsp') =>
    topSides({ role }, mode, true).map(({ movers }) => movers);
  expect(moversOf('demand', 'ssp')).toEqual(['channel', 'tag']);
  expect(moversOf('demand', 'dsp')).toEqual(['supplier', 'campaign']);
  expect(moversOf('sub', 'ssp')).toEqual(['channel']);
});
