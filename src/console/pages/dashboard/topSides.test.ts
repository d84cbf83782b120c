import { expect, test } from 'vitest';
import { topSides } from './topSides.ts';

test('advertisers see campaigns first, then tags, in any mode', () => {
  const sides = topSides({ role: 'adv' }, 'ssp', true);
  expect(sides.map(({ movers }) => movers)).toEqual(['campaign', 'tag']);
  expect(sides.flatMap(({ dimensions }) => dimensions)).toEqual(
    expect.arrayContaining(['tag', 'campaign', 'own_creative']),
  );
  expect(topSides({ role: 'adv' }, 'dsp', true)).toEqual(sides);
});

test('accounts see what they sell or buy; partners see their own side only', () => {
  const moversOf = (role: 'demand' | 'sub', mode: 'ssp' | 'dsp') =>
    topSides({ role }, mode, true).map(({ movers }) => movers);
  expect(moversOf('demand', 'ssp')).toEqual(['channel', 'tag']);
  expect(moversOf('demand', 'dsp')).toEqual(['supplier', 'campaign']);
  expect(moversOf('sub', 'ssp')).toEqual(['channel']);
});
