import { expect, test } from 'vitest';
import { safeNextPath } from './safeNextPath.ts';

test('a path of the console is returned with its search and hash', () => {
  expect(safeNextPath('/tags?open=12&tab=price#top')).toBe('/tags?open=12&tab=price#top');
});

test.each([
  undefined,
  '',
  'tags',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  '/login?next=/login',
])('anything else opens the home page: %s', (next) => {
  expect(safeNextPath(next)).toBe('/');
});
