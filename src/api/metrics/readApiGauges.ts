import type { GaugeReading } from '#runtime/metrics/createMetrics.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import type { MigrationState, MigrationStates } from '#storage/migrations/migrationState.ts';
import type { SecurityLog } from '#storage/security/securityLog.ts';
import type { Postgres } from '#storage/postgres.ts';
import { readQueueState } from '#storage/readQueueState.ts';
import type { TrafficListRefresher } from '../trafficLists/trafficListRefresher.ts';
import { trafficListOldSince } from '../trafficLists/trafficListOldSince.ts';

/** Reads the connections to PostgreSQL, which needs no statement. */
export function readPoolGauges(
  pool: Pick<Postgres['pool'], 'totalCount' | 'idleCount' | 'waitingCount'>,
): GaugeReading[] {
  return [
    [metricCatalog.postgresConnections, [pool.totalCount - pool.idleCount, 'active'], [pool.idleCount, 'idle']],
    [metricCatalog.postgresWaiting, [pool.waitingCount]],
  ];
}

/** Reads the queues of background work. */
export async function readQueueGauges({ db }: Pick<Postgres, 'db'>, now: () => Date): Promise<GaugeReading[]> {
  const { exportsQueued, exportsRunning, mailsDue, scheduleLagSeconds } = await readQueueState(db, now().toISOString());
  return [
    [metricCatalog.exportsPending, [exportsQueued, 'queued'], [exportsRunning, 'running']],
    [metricCatalog.mailsDue, [mailsDue]],
    [metricCatalog.scheduleLag, [scheduleLagSeconds]],
  ];
}

/** Reads how far the security log is shipped, if it is, and whether its chain is whole. */
export async function readSecurityGauges(
  security: Pick<SecurityLog, 'state'>,
  isShipped: boolean,
): Promise<GaugeReading[]> {
  const { seq, prunedSeq, shippedSeq, brokenSeq } = await security.state();
  return [
    [metricCatalog.securityLogBroken, [brokenSeq === null ? 0 : 1]],
    ...(isShipped
      ? [[metricCatalog.securityEventsUnshipped, [seq - Math.max(shippedSeq, prunedSeq)]] satisfies GaugeReading]
      : []),
  ];
}

/** Reads for how long lists of invalid traffic are older than `maxDays`. */
export async function readListGauges(
  trafficLists: Pick<TrafficListRefresher, 'states'>,
  maxDays: number,
  now: () => Date,
): Promise<GaugeReading[]> {
  const states = await trafficLists.states();
  const overdue = states.flatMap(({ source, state }): [number, string][] => {
    const since = state && trafficListOldSince(state, maxDays, now());
    return [[since === null ? 0 : (now().getTime() - Date.parse(since)) / 1000, source.kind]];
  });
  return overdue.length === 0 ? [] : [[metricCatalog.trafficListOverdue, ...overdue]];
}

/** Reads the migrations of both stores. A store that does not respond has no values. */
export async function readMigrationGauges(
  { pool, clickhouse }: { pool: Postgres['pool']; clickhouse: Pick<ClickHouse, 'query'> },
  migrations: MigrationStates,
): Promise<GaugeReading[]> {
  const counts = await Promise.allSettled([migrations.postgres(pool), migrations.clickhouse(clickhouse)]);
  const known = counts.flatMap((count, at): [string, MigrationState][] =>
    count.status === 'fulfilled' ? [[at === 0 ? 'postgres' : 'clickhouse', count.value]] : [],
  );
  return [
    [
      metricCatalog.migrationsApplied,
      ...known.map(([store, { expected, pending }]): [number, string] => [expected - pending.length, store]),
    ],
    [metricCatalog.migrationsExpected, ...known.map(([store, { expected }]): [number, string] => [expected, store])],
  ];
}
