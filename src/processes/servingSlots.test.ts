import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copySlot, firstSlotOf, nextSlotOf } from './servingSlots.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'bidhouse-slots-'));
  mkdirSync(join(dataDir, 'snapshot', '1', 'lists'), { recursive: true });
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const pathOf = (...names: string[]) => join(dataDir, 'snapshot', ...names);

test('a process and its successor alternate between two slots', () => {
  expect(nextSlotOf(3)).toBe(67);
  expect(nextSlotOf(67)).toBe(3);
});

test('a start uses the slot whose state is newer', () => {
  expect(firstSlotOf(dataDir, 1)).toBe(1);
  writeFileSync(pathOf('1.ndjson'), '');
  writeFileSync(pathOf('65.ndjson'), '');
  utimesSync(pathOf('1.ndjson'), 100, 100);
  expect(firstSlotOf(dataDir, 1)).toBe(65);
  utimesSync(pathOf('65.ndjson'), 50, 50);
  expect(firstSlotOf(dataDir, 1)).toBe(1);
});

test('a successor starts with the state of its predecessor, except for reservations and unfinished files', async () => {
  writeFileSync(pathOf('1.ndjson'), 'state');
  writeFileSync(pathOf('1', 'lists', '7'), 'list');
  writeFileSync(pathOf('1', 'counters.new'), 'unfinished');
  writeFileSync(pathOf('1', 'budgets'), 'reservations');
  mkdirSync(pathOf('65'));
  writeFileSync(pathOf('65', 'budgets'), 'reservations of long ago');
  await copySlot(dataDir, 1, 65);
  expect(readFileSync(pathOf('65.ndjson'), 'utf8')).toBe('state');
  expect(readFileSync(pathOf('65', 'lists', '7'), 'utf8')).toBe('list');
  expect(existsSync(pathOf('65', 'counters.new'))).toBe(false);
  expect(existsSync(pathOf('65', 'budgets'))).toBe(false);
});

test('without a state to copy, the successor starts without', async () => {
  await copySlot(dataDir, 5, 69);
  expect(existsSync(pathOf('69'))).toBe(false);
});
