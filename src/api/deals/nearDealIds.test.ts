import { describe, expect, test } from 'vitest';
import { nearDealIds } from './nearDealIds.ts';

describe('an id nearly matches another', () => {
  test.each([
    ['in other letters', 'Spring-24', 'spring-24', 'differs only in upper and lower case'],
    ['with blanks around it', 'Spring-24', ' Spring-24 ', 'differs only in spaces'],
    ['with blanks in it and other letters', 'Spring-24', 'spring -24', 'differs only in spaces'],
    ['with other signs', 'Spring-24', 'Spring_24', 'differs only in punctuation'],
    ['with something before it', 'Spring-24', 'XYZ-Spring-24', 'has “XYZ-” at the start'],
    ['without what is before ours', 'XYZ-Spring-24', 'Spring-24', 'lacks “XYZ-” at the start'],
    ['with something behind it', 'Spring-24', 'spring-24-US', 'has “-US” at the end'],
  ])('one %s: “%s” and “%s”', (_, own, other, difference) => {
    expect(nearDealIds(own, [other])).toEqual([{ dealId: other, difference }]);
  });

  test.each([
    ['the same', 'Spring-24', 'Spring-24'],
    ['a different one', 'Spring-24', 'Spring-25'],
    ['one that short ids begin by chance', 'D1', 'D12'],
    ['one of signs alone', '--', '__'],
    ['an empty one', 'Spring-24', ''],
  ])('but not %s: “%s” and “%s”', (_, own, other) => {
    expect(nearDealIds(own, [other])).toEqual([]);
  });
});

test('the likeliest comes first, each once', () => {
  const found = nearDealIds('Spring', ['my-Spring', 'SPRING', 'Spring-2', 'SPRING']);
  expect(found.map(({ dealId }) => dealId)).toEqual(['SPRING', 'my-Spring', 'Spring-2']);
});
