import type { Postgres } from '#storage/postgres.ts';
import { SettingsConflict } from '#runtime/faults/settingsConflict.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { productVersion } from '#runtime/productVersion.ts';
import { openNodeStore, type NodePlace, type WorkerCensus, type WorkerNode } from '#storage/nodes/nodeStore.ts';
import type { EventLog } from '../spool/eventLog.ts';
import { lockSpool } from '../spool/lockSpool.ts';
import { listSpools, slotsOf, unreadSince } from '../spool/spoolFiles.ts';

/** A worker that other nodes know of. */
export interface RegisteredNode {
  /** The workers of all nodes. */
  census(): Promise<WorkerCensus>;
  /** Reports that the worker has stopped. */
  leave(): Promise<void>;
}

export interface RegisterOptions {
  /** The database that the nodes share. */
  pool: Postgres['pool'];
  /** Name of this node in the facts. */
  node: string;
  /** ID of this run. */
  run: string;
  facts: WorkerNode['facts'];
  place: NodePlace;
  spoolRoot: string;
  log: EventLog;
  now: () => number;
  /** Called when another worker runs under this node’s name. */
  onReplaced(): void;
}

const confirmMs = 2000;

/**
 * Registers this worker, which decides first hits from now on, and confirms every two seconds that it runs and up to when
 * it has read its spools.
 */
export async function registerNode(options: RegisterOptions): Promise<RegisteredNode> {
  const { pool, node, run, facts, place, spoolRoot, log, now } = options;
  const nodes = openNodeStore(pool);
  const readUpTo = () => unreadSince(spoolRoot, now());

  await nodes.register({ node, run, version: productVersion(), facts, unreadSince: readUpTo(), ...place });
  const confirm = async () => {
    try {
      if (!(await nodes.confirm({ node, run, unreadSince: readUpTo() }))) options.onReplaced();
    } catch (error) {
      log.warn(`The node could not be confirmed: ${errorText(error)}`);
    } finally {
      confirming = null;
    }
  };
  let confirming: Promise<void> | null = null;
  const timer = setInterval(() => {
    confirming ??= confirm();
  }, confirmMs);

  return {
    census: () => nodes.census(),
    async leave() {
      clearInterval(timer);
      await confirming;
      try {
        await nodes.leave({ node, run }, isAllRead(spoolRoot));
      } catch (error) {
        log.warn(`The node could not leave: ${errorText(error)}`);
      }
    },
  };
}

/** Throws SettingsConflict if a worker cannot work with those of other nodes that run. */
export async function checkOtherNodes(pool: Postgres['pool'], node: string, facts: WorkerNode['facts']): Promise<void> {
  checkFacts(facts, await openNodeStore(pool).othersRunning(node));
}

/** Whether nothing is left to read, and no ad-serving process goes on writing. */
function isAllRead(spoolRoot: string): boolean {
  if (listSpools(spoolRoot).oldestBegunAt !== null) return false;
  return slotsOf(spoolRoot).every((slot) => {
    const lock = lockSpool(slot);
    lock?.release();
    return lock !== null;
  });
}

/** An embedded ClickHouse has the facts of its own node only: with several nodes, each console would show a part. */
function checkFacts(facts: WorkerNode['facts'], others: readonly Pick<WorkerNode, 'node' | 'facts'>[]): void {
  const other = others.find((each) => facts === 'embedded' || each.facts === 'embedded');
  if (!other) return;
  const lacking = facts === 'embedded' ? 'It is missing here' : 'It is missing there';
  throw new SettingsConflict(
    'CLICKHOUSE_URL',
    `${lacking}, and the node ${other.node} uses the same DATABASE_URL`,
    'Set the same CLICKHOUSE_URL on every node: an embedded ClickHouse cannot be shared.',
  );
}
