import { describe, expect, it } from 'vitest';
import { buildInlineAd } from '../../../tests/vast/buildVast.ts';
import { podOf, selectAd } from './selectAd.ts';

describe('selectAd', () => {
  const select = (...sequences: (number | undefined)[]): string | undefined =>
    selectAd({
      version: '4.2',
      errors: [],
      ads: sequences.map((sequence, index) => buildInlineAd({ id: String(index), sequence })),
    })?.id;

  it('prefers the first stand-alone ad', () => {
    expect(select(1, 2, undefined, undefined)).toBe('2');
  });

  it('otherwise takes the lowest pod position', () => {
    expect(select(3, 1, 2)).toBe('1');
  });

  it('finds nothing in an empty response', () => {
    expect(select()).toBeUndefined();
  });
});

describe('podOf', () => {
  const pod = (...sequences: (number | undefined)[]): (string | undefined)[] =>
    podOf({
      version: '4.2',
      errors: [],
      ads: sequences.map((sequence, index) => buildInlineAd({ id: String(index), sequence })),
    }).map(({ id }) => id);

  it('sorts the ads and leaves their substitutes out', () => {
    expect(pod(3, undefined, 1, 2)).toEqual(['2', '3', '0']);
  });

  it('is empty where all ads are stand-alone', () => {
    expect(pod(undefined, undefined)).toEqual([]);
  });
});
