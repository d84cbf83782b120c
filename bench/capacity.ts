import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits, reachedLimits } from './capacityLimits.ts';
import { capacityOf, type Capacity, type CapacityAssumptions, type UnitCosts } from './capacityOf.ts';

/** Requests per second. */
const rates = [1000, 10_000, 100_000, 1_000_000];

const operation = { hitsPerAd: 5, capped: 0.2, usable: 0.6, factDays: 30, tokenHours: 4 };
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
  ['hit log MB/s', ({ hitLogMbPerSecond }) => format(hitLogMbPerSecond)],
  ['hit log GB', ({ hitLogGb }) => format(hitLogGb)],
  ['memory GB', ({ memoryGb }) => format(memoryGb)],
  ['nodes', (capacity) => format(nodesFor(capacity))],
  ['$ per month', (capacity) => format(dollarsPerMonth(capacity))],
];

/** Prices in $ that an operator replaces by their own. */
const prices = { coreMonth: 25, memoryGbMonth: 3, diskTbMonth: 80, transitTb: 10 };
const nodeCores = 32;
const replicas = 2;
const monthSeconds = 2_628_000;

/** Machines for serving and workers; two at least, so that one may fail. */
function nodesFor({ servingCores, workerCores }: Capacity): number {
  return Math.max(2, Math.ceil((servingCores + workerCores) / nodeCores));
}

/** Cores, memory, replicated facts, and traffic in the larger direction. PostgreSQL and Redis are one machine each. */
function dollarsPerMonth(capacity: Capacity): number {
  const { servingCores, workerCores, clickhouseCores, memoryGb, diskTb, networkGbit } = capacity;
  const cores = servingCores + workerCores + clickhouseCores * replicas + 2 * 16;
  const transitTb = ((networkGbit * operation.usable) / 8 / 1000) * monthSeconds;
  const memory = memoryGb + (clickhouseCores * replicas + 2 * 16) * 4;
  return (
    cores * prices.coreMonth +
    memory * prices.memoryGbMonth +
    diskTb * replicas * prices.diskTbMonth +
    transitTb * prices.transitTb
  );
}

/** Writes docs/capacity.md. */
export async function benchCapacity(): Promise<string> {
  writeFileSync(join(import.meta.dirname, '../docs/capacity.md'), capacityDocument());
  return 'docs/capacity.md is written';
}

/**
 * The text of docs/capacity.md: what 1,000 to 1,000,000 requests per second need, computed from the unit costs in
 * bench/unitCosts.json, and which limit comes first. Nothing is measured.
 */
export function capacityDocument(): string {
  const costs = JSON.parse(readFileSync(join(import.meta.dirname, 'unitCosts.json'), 'utf8')) as UnitCosts;
  const { coreMonth, memoryGbMonth, diskTbMonth, transitTb } = prices;
  const intro = [
    '# Capacity',
    `Computed by \`npm run bench -- capacity\` from the unit costs in \`bench/unitCosts.json\`, which the benchmarks of docs/performance.md measured on two cores. No installation of this size has run: these are plans, not results.`,
    `Prices are assumptions: $${coreMonth} per core and month, $${memoryGbMonth} per GB of memory, $${diskTbMonth} per TB of disk, $${transitTb} per TB of traffic. Facts have ${replicas} replicas in the price, ClickHouse ${replicas} times its cores, and PostgreSQL and Redis 16 cores each; servers of stores have 4 GB of memory per core. A node has ${nodeCores} cores; the limits of one machine below are assumptions too. The log of first hits is PostgreSQL’s for installations of several nodes: ${costs.firstHits.logBytes} bytes per hit for ${operation.tokenHours} hours (\`TOKEN_LIFETIME_MINUTES\`), and ${costs.firstHits.workerBytes} bytes of worker memory per served ad. Redis gets each capped impression once, in batches, and stores two million.`,
  ];
  return `${[...intro, ...kinds.map((assumptions) => tableOf(costs, assumptions)), limitsText()].join('\n\n')}\n`;
}

function limitsText(): string {
  return `## Limits\n\n${limits.map(({ name, change }) => `- **${name}**: ${change}.`).join('\n')}`;
}

function tableOf(costs: UnitCosts, assumptions: CapacityAssumptions): string {
  const { kind, imps, fill, hitsPerAd, capped, usable, factDays } = assumptions;
  const title = kind === 'vast' ? 'Requests for VAST, answered by stored ads' : 'Auctions with 5 bidders and 4 imps';
  const assumed = `Assumed: ${fill * 100}% of ${imps === 1 ? 'requests' : 'imps'} filled, ${hitsPerAd} hits per ad, ${capped * 100}% of ads with frequency caps, ${usable * 100}% of cores and network used, facts stored for ${factDays} days without replicas.`;
  const rows = rates.map((rate) => {
    const capacity = capacityOf(rate, costs, assumptions);
    const reached = reachedLimits(capacity).map(({ limit, share }) => `${limit.name} (${format(share)} times)`);
    const cells = [...columns.map(([, cell]) => cell(capacity)), reached.join('; ')];
    return [format(rate), ...cells];
  });
  const head = ['requests/s', ...columns.map(([name]) => name), 'limits, worst first'];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `## ${title}\n\n${assumed}\n\n${lines.join('\n')}`;
}

/** Two significant digits at least, without a fraction from ten on. */
function format(value: number): string {
  if (value >= 10 || Number.isInteger(value)) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(2);
}
