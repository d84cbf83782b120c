import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { capacityDocument } from '../bench/capacity.ts';
import { reachedLimits } from '../bench/capacityLimits.ts';
import { capacityOf, type CapacityAssumptions, type UnitCosts } from '../bench/capacityOf.ts';

const costs: UnitCosts = {
  vast: { source: 'serve', cpuMs: 0.05, bytesIn: 500, bytesOut: 5000 },
  auction: { source: 'auction', cpuMs: 2, bytesIn: 50_000, bytesOut: 20_000 },
  hit: { source: 'events', cpuMs: 0.02, bytesIn: 1000, bytesOut: 200 },
  row: { source: 'ingest', loaderCpuMs: 0.005, storeCpuMs: 0.01, spoolBytes: 250, diskBytes: 50 },
  caps: { source: 'scale', cpuMs: 0.001, stored: 1_800_000 },
  firstHits: { source: 'an estimate', logBytes: 20, workerBytes: 10 },
  processes: { source: 'memory', servingMb: 500, workerMb: 200 },
};
const vast: CapacityAssumptions = {
  kind: 'vast',
  imps: 1,
  fill: 0.5,
  hitsPerAd: 4,
  capped: 0.2,
  usable: 0.5,
  factDays: 30,
  tokenHours: 1,
};

test('requests, their hits and their rows are priced at the unit costs', () => {
  // 10,000 requests fill 5,000 ads with 20,000 hits: 30,000 rows.
  expect(capacityOf(10_000, costs, vast)).toEqual({
    // 500 + 400 ms per second, at 500 ms per core, of which 1 ms is for 1,000 capped impressions.
    servingCores: 2,
    // 150 ms per second, twice.
    workerCores: 1,
    clickhouseCores: 1,
    rowsPerSecond: 30_000,
    spoolMbPerSecond: 7.5,
    diskGbPerDay: 129.6,
    diskTb: 3.888,
    // 54 MB per second out, 25 MB in, twice.
    networkGbit: 0.864,
    capHours: 0.5,
    // 1 ms of 500.
    capShare: 0.002,
    hitLogMbPerSecond: 0.4,
    hitLogGb: 1.44,
    // Processes 1.2 GB; 18 million ads of an hour at 10 bytes.
    memoryGb: 1.38,
  });
});

test('an auction has a row for each imp, and hits for each filled imp', () => {
  const auction: CapacityAssumptions = { ...vast, kind: 'auction', imps: 4 };
  const { rowsPerSecond, servingCores, networkGbit } = capacityOf(1000, costs, auction);
  // 2,000 ads with 8,000 hits.
  expect(rowsPerSecond).toBe(4000 + 8000);
  expect(servingCores).toBe(Math.ceil((2 + 0.16) / 0.5));
  // Bidders send more than they receive.
  expect(networkGbit).toBeCloseTo(((50_000_000 + 8_000_000) * 8) / 1e9 / 0.5);
});

test('cores are whole, and at least one', () => {
  const { servingCores, workerCores, clickhouseCores } = capacityOf(1, costs, vast);
  expect([servingCores, workerCores, clickhouseCores]).toEqual([1, 1, 1]);
});

test('frequency caps bound how many impressions one installation can count', () => {
  // 100,000 capped impressions take 100 ms of the 500 ms that a process may use; 500,000 take all.
  expect(capacityOf(1_000_000, costs, vast).servingCores).toBe(Math.ceil(90_000 / 400));
  expect(capacityOf(5_000_000, costs, vast).servingCores).toBe(Infinity);
});

test('exceeded limits are listed by how far they are exceeded, else the closest one', () => {
  const within = { ...capacityOf(10_000, costs, vast), capHours: 48 };
  expect(reachedLimits(within).map(({ limit }) => limit.name)).toEqual(['memory for capped impressions (24 hours)']);
  expect(
    reachedLimits({ ...within, diskTb: 1000, clickhouseCores: 64 }).map(({ limit, share }) => [limit.name, share]),
  ).toEqual([
    ['disk of one ClickHouse server', 100],
    ['processor of one ClickHouse server', 2],
  ]);
});

test('docs/capacity.md is the output of the command', () => {
  expect(readFileSync(join(import.meta.dirname, '../docs/capacity.md'), 'utf8')).toBe(capacityDocument());
});
