import { expect, test } from 'vitest';
import { multiplierText } from './multiplierText.ts';

test('a multiplier is formatted as text', () => {
  expect(multiplierText({ dimension: 'country', value: 'DE', factor: 1.5 })).toBe('Country DE × 1.5');
  expect(multiplierText({ dimension: 'supplier', value: '7', factor: 0.8 })).toBe('Supplier #7 × 0.8');
  expect(multiplierText({ dimension: 'hour', value: '7', factor: 0 })).toBe('Hour of the day 07:00: no bid');
});
