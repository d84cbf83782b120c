import { expect, test } from 'vitest';
import { controlAuthorization, isControlAuthorization } from './controlToken.ts';

const [current, former, foreign] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];

test('the token of each accepted secret is admitted, and no other', () => {
  expect(isControlAuthorization(controlAuthorization(current), [current, former])).toBe(true);
  expect(isControlAuthorization(controlAuthorization(former), [current, former])).toBe(true);
  for (const header of [undefined, '', 'Bearer x', controlAuthorization(foreign)]) {
    expect(isControlAuthorization(header, [current, former])).toBe(false);
  }
});
