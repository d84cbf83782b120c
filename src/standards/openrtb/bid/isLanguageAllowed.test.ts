import { expect, test } from 'vitest';
import { isLanguageAllowed } from './isLanguageAllowed.ts';

test.each([
  ['no language', {}, { wlang: ['en'] }, true],
  ['a creative without words', { language: 'xx' }, { wlang: ['en'] }, true],
  ['an allowed language', { language: 'EN' }, { wlang: ['fr', 'en'] }, true],
  ['another language', { language: 'de' }, { wlang: ['fr', 'en'] }, false],
  ['any language where all are allowed', { language: 'de' }, { wlang: [] }, true],
  ['any language where a wildcard allows all', { language: 'de' }, { wlang: ['en', '*'] }, true],
  ['any language where an empty text names none', { language: 'de' }, { wlangb: [' '] }, true],
  ['the region of an allowed language', { langb: 'en-GB' }, { wlang: ['en'] }, true],
  ['an allowed region', { langb: 'en-gb' }, { wlangb: ['en-GB'] }, true],
  ['another region', { langb: 'en-US' }, { wlangb: ['en-GB'] }, false],
  ['a language without the allowed region', { language: 'en' }, { wlangb: ['en-GB'] }, true],
  ['a language that only begins like an allowed one', { langb: 'end' }, { wlangb: ['en'] }, false],
  ['an underscore', { langb: 'en_US' }, { wlangb: ['en'] }, true],
])('OpenRTB 2.6, 3.2.1: wlang and wlangb, a bid with %s', (_, bid, request, isAllowed) => {
  expect(isLanguageAllowed(bid, request)).toBe(isAllowed);
});
