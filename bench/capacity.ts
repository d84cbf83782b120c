import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { capacityOf, type Capacity, type CapacityAssumptions, type UnitCosts } from './capacityOf.ts';

/** Requests per second. */
const rates = [1000, 10_000, 100_000, 1_000_000];

const operation = { hitsPerAd: 5, capped: 0.2, usable: 0.6, factDays: 30 };
const kinds: readonly CapacityAssumptions[] = [
  { ...operation, kind: 'vast', imps: 1, fill: 0.9 },
  { ...operation, kind: 'auction', imps: 4, fill: 0.7 },
];

const columns: readonly [title: string, cell: (capacity: Capacity) => string][] = [
  ['serving cores', ({ servingCores }) => format(servingCores)],
  ['worker cores', ({ workerCores }) => format(workerCores)],
  ['ClickHouse cores', ({ clickhouseCores }) => format(clickhouseCores)],
  ['rows/s', ({ rowsPerSecond }) => format(rowsPerSecond)],
  ['spool MB/s', ({ spoolMbPerSecond }) => format(spoolMbPerSecond)],
  ['facts GB/day', ({ diskGbPerDay }) => format(diskGbPerDay)],
  ['facts TB', ({ diskTb }) => format(diskTb)],
  ['network Gbit/s', ({ networkGbit }) => format(networkGbit)],
  ['capped impressions, hours', ({ capHours }) => format(capHours)],
  ['memory GB', ({ memoryGb }) => format(memoryGb)],
];

/**
 * Tables in Markdown of what 1,000 to 1,000,000 requests per second need, computed from the unit costs in
 * bench/unitCosts.json. Nothing is measured.
 */
export async function benchCapacity(): Promise<string> {
  const costs = JSON.parse(readFileSync(join(import.meta.dirname, 'unitCosts.json'), 'utf8')) as UnitCosts;
  return `\n\n${kinds.map((assumptions) => tableOf(costs, assumptions)).join('\n\n')}\n`;
}

function tableOf(costs: UnitCosts, assumptions: CapacityAssumptions): string {
  const { kind, imps, fill, hitsPerAd, capped, usable, factDays } = assumptions;
  const title = kind === 'vast' ? 'Requests for VAST, answered by stored ads' : 'Auctions with 5 bidders and 4 imps';
  const assumed = `Assumed: ${fill * 100}% of ${imps === 1 ? 'requests' : 'imps'} filled, ${hitsPerAd} hits per ad, ${capped * 100}% of ads with frequency caps, ${usable * 100}% of cores and network used, facts stored for ${factDays} days without replicas.`;
  const rows = rates.map((rate) => {
    const capacity = capacityOf(rate, costs, assumptions);
    return [format(rate), ...columns.map(([, cell]) => cell(capacity))];
  });
  const head = ['requests/s', ...columns.map(([name]) => name)];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${title}. ${assumed}\n\n${lines.join('\n')}`;
}

/** Two significant digits at least, without a fraction from ten on. */
function format(value: number): string {
  if (value >= 10 || Number.isInteger(value)) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(2);
}
