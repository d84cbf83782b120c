import { expect, test } from 'vitest';
import { truncateUserAgent, isTruncatedUserAgent, maxUserAgentLength, markTruncated } from './truncateUserAgent.ts';

test('a user agent of usual length stays unchanged', () => {
  for (const text of ['', 'Roku/DVP-12.5', 'x'.repeat(maxUserAgentLength)]) {
    expect(truncateUserAgent(text)).toBe(text);
    expect(isTruncatedUserAgent(text)).toBe(false);
  }
});

test('a longer one is truncated once, and stays recognizable as truncated', () => {
  const cut = truncateUserAgent('x'.repeat(maxUserAgentLength + 1));
  expect(cut).toBe(`${'x'.repeat(maxUserAgentLength)}…`);
  expect(isTruncatedUserAgent(cut)).toBe(true);
  expect(truncateUserAgent(truncateUserAgent('y'.repeat(130_000))).slice(-2)).toBe('y…');
  expect(markTruncated(cut)).toBe(cut);
});

test('leaves no lone surrogate', () => {
  const cut = truncateUserAgent(`${'x'.repeat(maxUserAgentLength - 1)}🦊🦊`);
  expect(cut).toBe(`${'x'.repeat(maxUserAgentLength - 1)}…`);
});
