import { expect, test } from 'vitest';
import { cutAgent, isCutAgent, maxAgentLength, markAgent } from './cutAgent.ts';

test('a user agent that devices send stays as it is', () => {
  for (const text of ['', 'Roku/DVP-12.5', 'x'.repeat(maxAgentLength)]) {
    expect(cutAgent(text)).toBe(text);
    expect(isCutAgent(text)).toBe(false);
  }
});

test('a longer one is cut once, and stays known as cut', () => {
  const cut = cutAgent('x'.repeat(maxAgentLength + 1));
  expect(cut).toBe(`${'x'.repeat(maxAgentLength)}…`);
  expect(isCutAgent(cut)).toBe(true);
  expect(cutAgent(cutAgent('y'.repeat(130_000))).slice(-2)).toBe('y…');
  expect(markAgent(cut)).toBe(cut);
});

test('no half of a character is left', () => {
  const cut = cutAgent(`${'x'.repeat(maxAgentLength - 1)}🦊🦊`);
  expect(cut).toBe(`${'x'.repeat(maxAgentLength - 1)}…`);
});
