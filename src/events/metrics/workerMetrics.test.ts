import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMetrics } from '#runtime/metrics/createMetrics.ts';
import { openName, sealedName } from '../spool/spoolNames.ts';
import { createLoadCounts, type LoadCounts } from './workerMetrics.ts';

const now = 1_800_000_000_000;
let folder: string;
let counts: LoadCounts;
let read: () => Promise<Map<string, number>>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bidhouse-'));
  const [spoolRoot, stateDir] = [join(folder, 'spool'), join(folder, 'loader')];
  mkdirSync(join(spoolRoot, '0'), { recursive: true });
  for (const name of ['17', '18', '19.draft']) mkdirSync(join(stateDir, 'segments', name), { recursive: true });
  writeFileSync(join(spoolRoot, '0', sealedName(openName(now - 5000, 'ab'))), 'x'.repeat(100));
  writeFileSync(join(spoolRoot, '0', sealedName(openName(now - 2000, 'ab'))), 'x'.repeat(20));
  writeFileSync(join(spoolRoot, '0', openName(now - 9000, 'ab')), 'not sealed');
  const metrics = createMetrics(['worker', 0]);
  counts = createLoadCounts(metrics, { spoolRoot, stateDir, now: () => now });
  read = async () =>
    new Map(
      (await metrics.read()).flatMap(({ name, values }) =>
        values.map(({ labels, value }): [string, number] => [[name, ...Object.values(labels)].join(' '), value]),
      ),
    );
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the gauges describe what waits on this machine', async () => {
  const values = await read();
  expect(values.get('bidhouse_spool_files')).toBe(2);
  expect(values.get('bidhouse_spool_bytes')).toBe(120);
  expect(values.get('bidhouse_spool_oldest_age_seconds')).toBe(9);
  expect(values.get('bidhouse_load_segments_pending')).toBe(2);
  expect(values.has('bidhouse_load_last_timestamp_seconds')).toBe(false);
});

test('loading is counted by table, and problems by cause', async () => {
  const part = { seq: 1, rows: 30, fromAt: 0, toAt: 0 };
  counts.loaded(part);
  counts.loaded({ ...part, rows: 5, table: 'traces' });
  counts.retried();
  counts.setAside('rejected');
  counts.quarantined(3);
  const values = await read();
  expect(values.get('bidhouse_load_rows_total facts')).toBe(30);
  expect(values.get('bidhouse_load_rows_total traces')).toBe(5);
  expect(values.get('bidhouse_load_rows_total test_facts')).toBe(0);
  expect(values.get('bidhouse_load_retries_total')).toBe(1);
  expect(values.get('bidhouse_load_parts_set_aside_total rejected')).toBe(1);
  expect(values.get('bidhouse_load_parts_set_aside_total unverified')).toBe(0);
  expect(values.get('bidhouse_load_records_quarantined_total')).toBe(3);
  expect(values.get('bidhouse_load_last_timestamp_seconds')).toBe(now / 1000);
});
