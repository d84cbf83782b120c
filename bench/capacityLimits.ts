import type { Capacity } from './capacityOf.ts';

/** A limit of an installation, and the change that lifts it. */
export interface Limit {
  name: string;
  /** Share of the limit that is used; above 1 it is exceeded. */
  share: (capacity: Capacity) => number;
  change: string;
}

const nodeCores = 32;
const serverCores = 32;
const serverDiskTb = 10;
const logMbPerSecond = 50;
const usefulCapHours = 24;

/** The limits that installations meet, each of one machine or of one design. */
export const limits: readonly Limit[] = [
  {
    name: 'cores of one node',
    share: ({ servingCores, workerCores }) => (servingCores + workerCores) / nodeCores,
    change: 'more nodes behind a balancer, which needs no rule',
  },
  {
    name: 'processor of one ClickHouse server',
    share: ({ clickhouseCores }) => clickhouseCores / serverCores,
    change: '`CLICKHOUSE_CLUSTER` with a shard per 32 cores',
  },
  {
    name: 'disk of one ClickHouse server',
    share: ({ diskTb }) => diskTb / serverDiskTb,
    change: '`CLICKHOUSE_CLUSTER` with a shard per 10 TB, or fewer `FACTS_DAYS`',
  },
  {
    name: 'counting of capped impressions in every process',
    share: ({ capShare }) => capShare,
    change: 'counts divided among processes by viewer (not built)',
  },
  {
    name: 'memory for capped impressions (24 hours)',
    share: ({ capHours }) => usefulCapHours / capHours,
    change: 'shorter caps, or more impressions per process (not a setting)',
  },
  {
    name: 'log of first hits in one PostgreSQL server (50 MB/s)',
    share: ({ hitLogMbPerSecond }) => hitLogMbPerSecond / logMbPerSecond,
    change: 'lanes on several PostgreSQL servers (not built)',
  },
];

/** The limits that are exceeded, worst first; the closest one if none is. */
export function reachedLimits(capacity: Capacity): { limit: Limit; share: number }[] {
  const byShare = limits
    .map((limit) => ({ limit, share: limit.share(capacity) }))
    .toSorted((a, b) => b.share - a.share);
  const exceeded = byShare.filter(({ share }) => share > 1);
  return exceeded.length > 0 ? exceeded : byShare.slice(0, 1);
}
