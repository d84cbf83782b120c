import { expect, test } from 'vitest';
import { truncateUserAgent, isTruncatedUserAgent, maxUserAgentLength, markTruncated } from './truncateUserAgent.ts';

test('a user agent that devices send stays as it is', () => {
  for (const text of ['', 'Roku/DVP-12.5', 'x'.repeat(maxUserAgentLength)]) {
    expect(truncateUserAgent(text)).toBe(text);
    expect(isTruncatedUserAgent(text)).toBe(false);
  }
});

test('a longer one is cut once, and stays known as cut', () => {
  const cut = truncateUserAgent('x'.repeat(maxUserAgentLength + 1));
  expect(cut).toBe(`${'x'.repeat(maxUserAgentLength)}…`);
  expect(isTruncatedUserAgent(cut)).toBe(true);
  expect(truncateUserAgent(truncateUserAgent('y'.repeat(130_000))).slice(-2)).toBe('y…');
  expect(markTruncated(cut)).toBe(cut);
});

test('no half of a character is left', () => {
  const cut = truncateUserAgent(`${'x'.repeat(maxUserAgentLength - 1)}🦊🦊`);
  expect(cut).toBe(`${'x'.repeat(maxUserAgentLength - 1)}…`);
});
