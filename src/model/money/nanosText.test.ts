import { describe, expect, test } from 'vitest';
import { comparedNanosText, nanosText } from './nanosText.ts';

describe('amounts of dollars', () => {
  test('are formatted from nano-dollars', () => {
    expect([nanosText(4_500_000_000n), nanosText(1_234_567_000_000.4), nanosText(4_230_000)]).toEqual([
      ...['$4.50', '$1,234.57', '$0.0042'],
    ]);
  });

  test.each([
    [
      [1_871_000_000, 1_874_000_000],
      ['$1.871', '$1.874'],
    ],
    [
      [2_000_000_000, 2_004_000_000],
      ['$2.00', '$2.004'],
    ],
    [
      [1_500_000_000, 1_500_000_001],
      ['$1.50', '$1.500000001'],
    ],
    [
      [1_871_000_000, 2_400_000_000],
      ['$1.87', '$2.40'],
    ],
    [
      [1_871_000_000, 1_871_000_000],
      ['$1.87', '$1.87'],
    ],
    [
      [4_231_000, 4_238_000, 1_000_000_000],
      ['$0.00423', '$0.00424', '$1.00'],
    ],
  ])('that are compared have the decimals that distinguish them: %s', (nanos, texts) =>
    expect(nanos.map(comparedNanosText(nanos))).toEqual(texts),
  );
});
