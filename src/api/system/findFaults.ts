import type { SystemFault, SystemState } from './systemContract.ts';

/** A fault; `since` is in ms, null = known only since it is checked. */
export interface FoundFault extends Pick<SystemFault, 'code' | 'tone' | 'object'> {
  since: number | null;
}

/** The state in which faults are found. */
export interface ObservedState extends Omit<SystemState, 'faults' | 'at'> {
  /** Nodes whose restored files in DATA_DIR are not loaded. */
  restored: readonly string[];
  /** Times in ms of the followers of the snapshot feed. */
  followers: { stalledSince: number | null; goneSince: number | null };
  /** Whether ad serving has ever followed this API process, or has no other. */
  expectsServing: boolean;
}

const minuteMs = 60_000;
/** Time for which a condition may last, in ms. Those of the rules in deploy/prometheus/alerts.yaml, where they have one. */
const patience = {
  restart: minuteMs / 2,
  load: 5 * minuteMs,
  claims: 5 * minuteMs,
  exports: 60 * minuteMs,
  mails: 30 * minuteMs,
  schedules: 15 * minuteMs,
  securityEvents: 10 * minuteMs,
  backup: 180 * minuteMs,
} as const;
/** Part of the disk that has to be free. */
const freeShare = 0.1;

const millis = (time: string | null) => (time === null ? null : Date.parse(time));

/** Finds what is degraded at a time (ms), the worst first. */
export function findFaults(state: ObservedState, now: number): FoundFault[] {
  return [
    ...servingFaults(state, now),
    ...storeFaults(state),
    ...diskFaults(state),
    ...nodeFaults(state, now),
    ...queueFaults(state, now),
    ...backupFaults(state, now),
    ...securityFaults(state),
    ...listFaults(state),
    ...versionFaults(state),
  ].sort((one, other) => Number(other.tone === 'bad') - Number(one.tone === 'bad'));
}

function servingFaults({ followers, expectsServing }: ObservedState, now: number): FoundFault[] {
  const { goneSince, stalledSince } = followers;
  if (goneSince !== null)
    return expectsServing && now - goneSince > patience.restart
      ? [{ code: 'no_serving', tone: 'bad', object: '', since: goneSince }]
      : [];
  return stalledSince === null ? [] : [{ code: 'serving_stalled', tone: 'warn', object: '', since: stalledSince }];
}

function storeFaults({ stores }: ObservedState): FoundFault[] {
  return stores.flatMap(({ store, version, migrationsApplied, migrationsExpected }): FoundFault[] => {
    const object = store === 'postgres' ? 'PostgreSQL' : 'ClickHouse';
    if (version === null) return [{ code: 'clickhouse_unavailable', tone: 'bad', object, since: null }];
    return (migrationsApplied ?? 0) < (migrationsExpected ?? 0)
      ? [{ code: 'migrations_pending', tone: 'bad', object, since: null }]
      : [];
  });
}

function diskFaults({ disk: { freeBytes, totalBytes } }: ObservedState): FoundFault[] {
  return freeBytes < totalBytes * freeShare ? [{ code: 'disk_filling', tone: 'bad', object: '', since: null }] : [];
}

function nodeFaults({ nodes }: ObservedState, now: number): FoundFault[] {
  const endedAt = nodes.flatMap(({ seenAt }) => millis(seenAt) ?? []).toSorted((one, other) => other - one)[0] ?? null;
  const isMissing = nodes.every(({ state }) => state !== 'running') && isOver(endedAt, now);
  const none: FoundFault[] = isMissing ? [{ code: 'no_worker', tone: 'bad', object: '', since: endedAt }] : [];
  const each = nodes.flatMap(({ node, state, seenAt, unreadSince }): FoundFault[] => {
    const stoppedAt = millis(seenAt);
    if (state === 'stopped')
      return isOver(stoppedAt, now) ? [{ code: 'node_stopped', tone: 'bad', object: node, since: stoppedAt }] : [];
    const since = Date.parse(unreadSince);
    return state === 'running' && now - since > patience.load
      ? [{ code: 'load_lag', tone: 'bad', object: node, since }]
      : [];
  });
  return [...none, ...each];
}

/** Whether something that ended then (ms) has had the time to start again. */
function isOver(endedAt: number | null, now: number): boolean {
  return endedAt === null || now - endedAt > patience.restart;
}

const queueCodes = {
  claims: ['claims_waiting', 'bad'],
  exports: ['exports_waiting', 'warn'],
  mails: ['mails_waiting', 'warn'],
  schedules: ['schedules_late', 'warn'],
  securityEvents: ['security_log_behind', 'warn'],
} as const;

function queueFaults({ queues }: ObservedState, now: number): FoundFault[] {
  return queues.flatMap(({ queue, oldestAt }): FoundFault[] => {
    const since = millis(oldestAt);
    const [code, tone] = queueCodes[queue];
    return since !== null && now - since > patience[queue] ? [{ code, tone, object: '', since }] : [];
  });
}

function backupFaults({ backup, restored }: ObservedState, now: number): FoundFault[] {
  const { dueSince, failingSince, damaged } = backup;
  const since = millis(dueSince);
  const faults: FoundFault[] = [];
  if (since !== null && now - since > patience.backup)
    faults.push({ code: 'backup_overdue', tone: 'warn', object: '', since });
  if (failingSince !== null)
    faults.push({ code: 'backup_failed', tone: 'warn', object: '', since: millis(failingSince) });
  if (damaged.length > 0)
    faults.push({ code: 'backup_damaged', tone: 'warn', object: damaged.join(', '), since: null });
  return [
    ...faults,
    ...restored.map((node): FoundFault => ({ code: 'restored_waiting', tone: 'warn', object: node, since: null })),
  ];
}

function securityFaults({ securityLog: { brokenSeq, brokenSince } }: ObservedState): FoundFault[] {
  if (brokenSeq === null) return [];
  return [{ code: 'security_log_broken', tone: 'bad', object: `#${brokenSeq}`, since: millis(brokenSince) }];
}

function listFaults({ lists }: ObservedState): FoundFault[] {
  return lists.flatMap(({ kind, oldSince }): FoundFault[] =>
    oldSince === null ? [] : [{ code: 'traffic_list_old', tone: 'warn', object: kind, since: millis(oldSince) }],
  );
}

/** The running nodes and this process should have one version. The last start is when they began to differ. */
function versionFaults({ nodes, version }: ObservedState): FoundFault[] {
  const running = nodes.filter(({ state }) => state === 'running');
  if (running.every((node) => node.version === version)) return [];
  const starts = running.flatMap(({ startedAt }) => millis(startedAt) ?? []);
  return [{ code: 'mixed_versions', tone: 'warn', object: '', since: starts.length > 0 ? Math.max(...starts) : null }];
}
