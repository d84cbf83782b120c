import { expect, test } from 'vitest';
import { nextPathOf } from './nextPathOf.ts';

test.each(['/', '/tags?open=12&tab=price#top', '/campaigns/7', '/report/3'])('%s is opened', (next) => {
  expect(nextPathOf(next)).toBe(next);
});

test.each([
  ...[undefined, '', 'tags', 'https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example'],
  ...['/.//evil.example', 'javascript:alert(1)', '/login?next=/tags', '/tags\r\nset-cookie: a=b', '/unknown', '/tägs'],
])('%j opens the home page', (next) => {
  expect(nextPathOf(next)).toBe('/');
});
