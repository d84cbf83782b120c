import { describe, expect, test } from 'vitest';
import { buildVast } from '../../../tests/support/engine/buildVast.ts';
import { readInline, readWrapper } from '../../../tests/vast/buildVast.ts';
import { fillVastMacros } from '../macros.ts';
import { isCategoryBlocked, withBlockedCategories } from './blockedCategories.ts';

const blocking = (blocked: string) => readWrapper(buildVast({ kind: 'wrapper', to: 'https://a.example/', blocked }));

describe('VAST 4.3, 3.19.2: an ad is in a category that a wrapper blocks', () => {
  test.each([
    ['IAB7', 'IAB7', true],
    ['IAB7, iab8', 'IAB8', true],
    ['IAB7', 'IAB1,IAB7', true],
    ['IAB7', 'IAB1', false],
    ['IAB7,', 'IAB1,', false],
  ])('of “%s”, “%s”: %s', (blocked, category, isBlocked) => {
    expect(isCategoryBlocked(blocking(blocked), readInline(buildVast({ kind: 'inline', category })))).toBe(isBlocked);
  });

  test('among thousands of codes and authorities, each of which is looked at once', () => {
    const codes = (prefix: string) => Array.from({ length: 50_000 }, (_each, index) => `${prefix}${index}`).join();
    const ad = readInline(buildVast({ kind: 'inline', category: codes('b') }));
    expect(isCategoryBlocked(blocking(codes('a')), ad)).toBe(false);
    expect(isCategoryBlocked(blocking(`${codes('a')},B49999`), ad)).toBe(true);
    const { blockedAdCategories: _, ...wrapper } = blocking('7');
    const blockedAdCategories = codes('a')
      .split(',')
      .map((code) => ({ code, authority: `https://${code}.example` }));
    expect(isCategoryBlocked({ ...wrapper, blockedAdCategories }, ad)).toBe(false);
    expect(
      isCategoryBlocked(
        { ...wrapper, blockedAdCategories: [...blockedAdCategories, { code: 'b1', authority: '' }] },
        ad,
      ),
    ).toBe(true);
  });

  test('not if the authorities differ', () => {
    const { blockedAdCategories, ...wrapper } = blocking('7');
    const of = (authority: string) => blockedAdCategories.map((each) => ({ ...each, authority }));
    const ad = readInline(buildVast({ kind: 'inline', category: '7' }));
    expect(isCategoryBlocked({ ...wrapper, blockedAdCategories: of('https://a.example') }, ad)).toBe(false);
    expect(isCategoryBlocked({ ...wrapper, blockedAdCategories: of('') }, ad)).toBe(true);
  });
});

describe('VAST 4.3, 3.19.2 and 6: [BLOCKEDADCATEGORIES] behind wrappers', () => {
  const filled = (values: object, ...blocked: string[]) => {
    const macros = withBlockedCategories({ ...values }, blocked.map(blocking));
    return fillVastMacros('https://a.example/?b=[BLOCKEDADCATEGORIES]', macros).slice(21);
  };
  const requested = { BLOCKEDADCATEGORIES: ['IAB7', 'IAB8-1'] };

  test.each([
    ['of none is what the request blocks', filled(requested), 'IAB7,IAB8-1'],
    ['that block none too', filled(requested, '', ' , '), 'IAB7,IAB8-1'],
    ['is unknown if none blocks any', filled({}, ''), '-1'],
    ['has theirs without a request’s', filled({}, 'IAB26'), 'IAB26'],
    ['has those of all, each once', filled(requested, 'IAB26,iab7', 'IAB26, IAB3'), 'IAB7,IAB8-1,IAB26,IAB3'],
    ['has codes encoded', filled({}, 'a b&c'), 'a%20b%26c'],
  ])('%s', (_, value, expected) => {
    expect(value).toBe(expected);
  });

  test('has no more than 100 codes of wrappers', () => {
    const codes = Array.from({ length: 5000 }, (_each, index) => `IAB1-${index}`);
    expect(filled({}, codes.join()).split(',')).toEqual(codes.slice(0, 100));
  });

  test('is the same object where no wrapper blocks any', () => {
    expect(withBlockedCategories(requested, [blocking('')])).toBe(requested);
  });
});
