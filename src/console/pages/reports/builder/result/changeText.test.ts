import { expect, test } from 'vitest';
import { changeText, toneOfChange } from './changeText.ts';

test('a change shows its direction by a sign and an arrow', () => {
  expect([0.125, -0.5, 0, 12.3456, null, 0.00001].map(changeText)).toEqual([
    '▲ +12.50%',
    '▼ −50.00%',
    '0.00%',
    '▲ +1,234.56%',
    '–',
    '0.00%',
  ]);
});

test('more revenue is good, more errors and cost are bad, more calls are neutral', () => {
  const tones = (change: number) =>
    ['rev', 'errors', 'cost', 'calls'].map((key) => toneOfChange(key, change, 'demand'));
  expect(tones(0.1)).toEqual(['good', 'bad', 'bad', 'neutral']);
  expect(tones(-0.1)).toEqual(['bad', 'good', 'good', 'neutral']);
  expect(toneOfChange('rev', null, 'demand')).toBe('neutral');
});

test('partners see money from the other side', () => {
  expect(toneOfChange('cost', 0.1, 'sub')).toBe('good');
  expect(toneOfChange('rev', 0.1, 'adv')).toBe('neutral');
});
