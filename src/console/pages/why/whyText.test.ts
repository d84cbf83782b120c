import { expect, test } from 'vitest';
import { exactWinnersText, winnersText } from './whyText.ts';

test('prices of winners have two decimals, and all of them in the title', () => {
  const winners = [
    { id: 7, name: 'Pre-roll', cpm: '2.891304348' },
    { id: 8, name: null, cpm: '1.5' },
  ];
  expect(winnersText(winners)).toBe('Pre-roll, $2.89 CPM, Tag #8, $1.50 CPM');
  expect(exactWinnersText(winners)).toBe('Pre-roll, $2.891304348 CPM, Tag #8, $1.5 CPM');
});
