import { expect, test } from 'vitest';
import { readUserAgent } from '#standards/userAgent.ts';
import { createUserAgentReader } from './createUserAgentReader.ts';

test('a cached user agent gives the same result as the first read, whatever its length', () => {
  const read = createUserAgentReader();
  for (const text of ['', 'Roku/DVP-12.5 (12.5.0.4178-88)', `Mozilla/5.0 (${'x'.repeat(600)}) Tizen TV`]) {
    expect(read(text)).toEqual(readUserAgent(text));
    expect(read(text)).toEqual(readUserAgent(text));
  }
  expect(read('Roku/DVP-12.5')).toBe(read('Roku/DVP-12.5'));
});
