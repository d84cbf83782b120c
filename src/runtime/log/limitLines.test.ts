import { expect, test } from 'vitest';
import { limitLines } from './limitLines.ts';

test('twenty lines are written per minute, and the next minute reports how many were omitted', () => {
  const lines: string[] = [];
  let ms = 0;
  const write = limitLines(
    (text) => void lines.push(text),
    () => new Date(ms),
  );
  for (let count = 0; count < 25; count += 1) write(`line ${count}`);
  expect(lines).toHaveLength(20);
  ms = 60_000;
  write('line 25');
  write('line 26');
  expect(lines.slice(20)).toEqual(['line 25 (5 more lines were suppressed)', 'line 26']);
});
