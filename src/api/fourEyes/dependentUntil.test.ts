import { describe, expect, test } from 'vitest';
import { dependentUntil, type SignInAid } from './dependentUntil.ts';

const [ann, ben, cleo, dan, eve] = [1, 2, 3, 4, 5];

/** Someone could sign in as another person, since a day of May. */
function buildAid(by: number, of: number, day = 10): SignInAid {
  return { by: [by], of, at: `2026-05-${String(day).padStart(2, '0')}T12:00:00.000Z` };
}

const until = '2026-05-17T12:00:00.000Z';

describe('an approver', () => {
  test('is independent of people who could not sign in as it, nor it as them', () => {
    expect(dependentUntil([], [ann], ben)).toBeNull();
    expect(dependentUntil([buildAid(cleo, dan), buildAid(ann, dan), buildAid(ben, eve)], [ann], ben)).toBeNull();
  });

  test.each([
    ['the proposer could sign in as it', [buildAid(ann, ben)]],
    ['it could sign in as the proposer', [buildAid(ben, ann)]],
    ['a third person could sign in as both', [buildAid(cleo, ann), buildAid(cleo, ben)]],
    ['the proposer could through another one', [buildAid(ann, cleo), buildAid(cleo, ben)]],
    ['it could through others', [buildAid(ben, cleo), buildAid(cleo, dan), buildAid(dan, ann)]],
    ['an admin could who acted as someone', [{ ...buildAid(cleo, ben), by: [cleo, ann] }]],
  ])('depends on the proposer if %s', (_, aids) => {
    expect(dependentUntil(aids, [ann], ben)).toBe(until);
  });

  test('depends on the admin who acted as the proposer', () => {
    expect(dependentUntil([buildAid(ann, ben)], [eve, ann], ben)).toBe(until);
  });

  test('depends no longer once the first of the links that make it so is 7 days old', () => {
    expect(dependentUntil([buildAid(cleo, ann, 12), buildAid(cleo, ben, 10)], [ann], ben)).toBe(until);
    expect(dependentUntil([buildAid(ann, ben, 8), buildAid(ann, ben, 10)], [ann], ben)).toBe(until);
    expect(dependentUntil([buildAid(cleo, dan, 14), buildAid(ann, ben, 10)], [ann], ben)).toBe(until);
  });

  test('follows links in a circle to the end', () => {
    expect(dependentUntil([buildAid(cleo, dan), buildAid(dan, cleo), buildAid(cleo, ben)], [ann], ben)).toBeNull();
  });
});
