import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSequence } from './sequence.ts';

test('a copy of the folder has tokens of its own, and its numbers go on growing', () => {
  const dir = mkdtempSync(join(tmpdir(), 'sequence-'));
  const first = openSequence(
    dir,
    () => 1_000_000,
    () => 'original',
  );
  const numbers = [first.next()];
  const copy = openSequence(
    dir,
    () => 1_000_500,
    () => 'copy',
  );
  numbers.push(copy.next());
  const again = openSequence(
    dir,
    () => 1_000_600,
    () => 'copy',
  );
  numbers.push(again.next());
  rmSync(dir, { recursive: true });
  expect(copy.epoch).not.toBe(first.epoch);
  expect(again.epoch).toBe(copy.epoch);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers);
});

test('numbers are never reused, across restarts and after a lost state', () => {
  const dir = mkdtempSync(join(tmpdir(), 'sequence-'));
  const numbers: number[] = [];
  const first = openSequence(dir, () => 1_000_000);
  for (let index = 0; index < 1500; index++) numbers.push(first.next());
  const second = openSequence(dir, () => 9);
  expect(second.epoch).toBe(first.epoch);
  numbers.push(second.next(), second.next());
  rmSync(dir, { recursive: true });
  const third = openSequence(dir, () => 1_010_000);
  numbers.push(third.next());
  rmSync(dir, { recursive: true });
  expect(third.epoch).not.toBe(first.epoch);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers);
});
