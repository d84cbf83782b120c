import { describe, expect, test } from 'vitest';
import { isAllowedByRobots } from './isAllowedByRobots.ts';

const store = `
# A store
User-agent: *
Disallow: /store/
Allow: /store/apps/details$
Allow: /store/apps/details?
Disallow: /*.json$
Disallow:

User-agent: Greedy
user-agent: Bidhouse
Disallow: /private
`;

describe('a robots.txt', () => {
  test.each([
    ['/store/apps/details?id=com.example.game', true],
    ['/store/apps/details', true],
    ['/store/apps/details/reviews', false],
    ['/store/search', false],
    ['/data/list.json', false],
    ['/data/list.json?x=1', true],
    ['/', true],
    ['/private', true],
  ])('allows a crawler without its own rules to read %s: %s', (path, isAllowed) => {
    expect(isAllowedByRobots(store, 'Other', path)).toBe(isAllowed);
  });

  test('has separate rules for the crawlers that it names', () => {
    expect(isAllowedByRobots(store, 'bidhouse', '/private/x')).toBe(false);
    expect(isAllowedByRobots(store, 'bidhouse', '/store/search')).toBe(true);
  });

  test('that is missing or invalid allows everything', () => {
    expect(isAllowedByRobots('', 'bidhouse', '/')).toBe(true);
    expect(isAllowedByRobots('<html>Not found</html>', 'bidhouse', '/')).toBe(true);
  });

  test('allows a path when an allow and a disallow rule have the same length', () => {
    expect(isAllowedByRobots('User-agent: *\nDisallow: /a\nAllow: /a', 'x', '/a')).toBe(true);
  });
});
