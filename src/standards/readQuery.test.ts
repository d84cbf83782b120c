import { expect, test } from 'vitest';
import { readQuery } from './readQuery.ts';

const read = (query: string) => Object.fromEntries(readQuery(`/vast/a?${query}`));

test.each<[string, string, Record<string, string>]>([
  [
    'values are decoded',
    'url=https%3A%2F%2Fa.example%2F%3Fx&app_name=My+App',
    { url: 'https://a.example/?x', app_name: 'My App' },
  ],
  ['names are case-insensitive', 'URL=a&Gdpr=1', { url: 'a', gdpr: '1' }],
  ['the first usable value of a repeated name counts', 'w=&w=[W]&w=640&w=320', { w: '640' }],
  ['unfilled macros are unknown', 'a=[X]&b=%%Y%%&c=${Z}&d={{e}}&f=__G__&h=%5BI%5D&j=-1', {}],
  ['macros of other players are unknown too', 'a=__page-url__&b=%23{C}&d=$$E$$&f=ROKU_ADS_APP_ID', {}],
  ['values that only look like macros are values', 'a=[X]y&b=u1&c=-12', { a: '[X]y', b: 'u1', c: '-12' }],
  ['broken escapes stay as they are', 'a=%E0%A4%A&b=%', { a: '%E0%A4%A', b: '%' }],
  ['empty pairs are ignored', '&&=&=x&a&b=&c=1&', { c: '1' }],
  ['a value may contain the equals sign', 'a=b=c&d=e', { a: 'b=c', d: 'e' }],
])('%s', (_, query, values) => {
  expect(read(query)).toEqual(values);
});

test('a URL without a query has no parameters', () => {
  expect(readQuery('/vast/a').size).toBe(0);
});
