import { expect, test } from 'vitest';
import type { ChannelTag } from '#api/contract.ts';
import { playerSnippet } from './playerSnippet.ts';
import { tagUrlOf } from './tagUrlOf.ts';
import { testUrl } from './testUrl.ts';

function buildTag(overrides: Partial<ChannelTag> = {}): ChannelTag {
  const url = 'https://ads.example/vast/abcdefgh12345678';
  return {
    url,
    fullUrl: `${url}?cb=[CACHEBUSTING]&url=[PAGEURL]&did=[IFA]`,
    parameters: [
      { param: 'cb', macro: '[CACHEBUSTING]', isRequired: false, help: '' },
      { param: 'url', macro: '[PAGEURL]', isRequired: true, help: '' },
      { param: 'did', macro: '[IFA]', isRequired: false, help: '' },
    ],
    ...overrides,
  };
}

test('the tag carries the chosen parameters, and always those it cannot do without', () => {
  expect(tagUrlOf(buildTag(), new Set(['did']))).toBe(
    'https://ads.example/vast/abcdefgh12345678?url=[PAGEURL]&did=[IFA]',
  );
  expect(tagUrlOf(buildTag({ parameters: [] }), new Set())).toBe('https://ads.example/vast/abcdefgh12345678');
});

test('a test call has samples in place of macros', () => {
  const url = new URL(testUrl(buildTag(), 7));
  expect(Object.fromEntries(url.searchParams)).toEqual({ cb: '7', url: 'https://site.example/article' });
});

test('a tag in the player snippet cannot break out of its attribute', () => {
  expect(playerSnippet('https://ads.example/?a="><script>&b=1')).toContain(
    'data-ad-tag="https://ads.example/?a=&quot;&gt;&lt;script&gt;&amp;b=1"',
  );
});
