import { describe, expect, test } from 'vitest';
import { createSchema } from '../entity/entity.ts';
import { rowFaults } from '../entity/rowRules.ts';
import { syncUrlFaults } from './syncMacros.ts';
import { tag } from './tag.ts';

function faultsOf(syncUrl: string): string[] {
  const values = { name: 'Tag', advertiserId: 1, integration: 'RTB', endpoint: 'https://bidder.example/bid', syncUrl };
  const row = createSchema(tag).parse(values);
  return rowFaults(tag, row).map(({ code, path }) => `${path} ${code}`);
}

describe('a cookie sync URL', () => {
  test.each([
    '',
    'https://bidder.example/sync?to={redirect}',
    'https://bidder.example/sync?{redirect}$UID',
    'https://bidder.example/sync?to={redirect}{PUB_USER_ID}&gdpr={gdpr}&consent={gdpr_consent}',
    'https://bidder.example/sync?gpp={gpp}&sid={gpp_sid}&usp={us_privacy}&c=${GDPR_CONSENT_32}&to={redirect}',
  ])('is accepted: %s', (url) => {
    expect(faultsOf(url)).toEqual([]);
  });

  test('must contain the redirect for the user ID', () => {
    expect(faultsOf('https://bidder.example/sync?gdpr={gdpr}')).toEqual(['syncUrl macro_missing']);
  });

  test('must not contain unknown macros, and every fault is reported', () => {
    expect(faultsOf('https://bidder.example/sync?to={redirect}&x={consent}')).toEqual(['syncUrl unknown_macro']);
    expect(syncUrlFaults('https://bidder.example/?a={{.RedirectURL}}&b={GDPR}')).toEqual([
      expect.objectContaining({ code: 'macro_missing' }),
      { code: 'unknown_macro', message: 'Unknown macro: {.RedirectURL}, {GDPR}', path: 'syncUrl' },
    ]);
  });

  test('is checked only where it is used', () => {
    const row = createSchema(tag).parse({
      name: 'Tag',
      advertiserId: 1,
      url: 'https://tag.example/vast',
      syncUrl: 'https://bidder.example/',
    });
    expect(rowFaults(tag, row)).toEqual([]);
  });
});
