import { setTimeout as pauseFor } from 'node:timers/promises';
import { withTimeout } from '#runtime/withTimeout.ts';
import type { BackupRuns } from '#storage/backup/backupRuns.ts';
import type { AskedNode, NodePauses } from '#storage/backup/nodePauses.ts';
import type { Loader } from '../load/loader.ts';
import type { EventLog } from '../spool/eventLog.ts';
import { cutLimits } from './cutLimits.ts';

/** The nodes of an installation, one of which makes a backup. */
export interface CutNodes {
  /** ID of the backup. */
  backup: string;
  /** This node, whose worker makes it. */
  node: string;
  loader: Pick<Loader, 'drain' | 'whileEmpty'>;
  runs: Pick<BackupRuns, 'confirm'>;
  /** Null if PostgreSQL is embedded: then there is no other node. */
  pauses: NodePauses | null;
  /** Runs work while no worker starts, migrates or reconciles. */
  asOnlyNode: <T>(work: () => Promise<T>) => Promise<T>;
  log: EventLog;
}

/** The work of a cut. Both parts are repeated when it has to be made again. */
export interface CutWork<P, T> {
  /** Done before loaders pause. */
  prepare(): Promise<P>;
  /** Takes the stores as they are now. */
  take(prepared: P): Promise<T>;
}

/** A cut that is made. */
export interface Cut<T> {
  taken: T;
  /** Everything that any of the nodes had acknowledged before is in the cut. */
  cutAt: Date;
  /** Time in ms for which this node’s loader stood still. */
  pausedMs: number;
  /** Other nodes, which send their files now. */
  others: string[];
  /** Nodes that do not run: what they have not loaded is not in the cut. */
  missing: string[];
}

/** A cut was not one moment on all nodes. It can be made again. */
class CutMissed extends Error {
  override readonly name = 'CutMissed';
}

const maxAttempts = 3;
const pollMs = 50;
/** Maximum time in ms until the loader of the only node has loaded its segments. */
const maxWaitMs = 600_000;

/**
 * Makes a cut of all nodes: every worker that runs has loaded its segments and has paused, so that each record is either in
 * a spool, or in ClickHouse with its hits decided, and nothing is in between.
 *
 * Workers are asked in PostgreSQL (`pauseForBackups.ts` responds), in two steps: when all have said that they are ready,
 * they pause, so that one that does not respond delays no loader. A node that is not seen for ten seconds counts as stopped and
 * is not waited for. The cut is valid if afterwards every worker that runs is still paused, under the run that was asked,
 * and less time has passed than any of them waits; otherwise it is made again.
 *
 * The caller has the lock of backups; that of tables is taken here, for the cut alone, and never the other way round.
 */
export async function cutNodes<P, T>(nodes: CutNodes, work: CutWork<P, T>): Promise<Cut<T>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await nodes.asOnlyNode(() =>
        nodes.pauses ? cutOnce(nodes, nodes.pauses, work, attempt) : cutAlone(nodes, work),
      );
    } catch (error) {
      if (!(error instanceof CutMissed) || attempt === maxAttempts) throw error;
      nodes.log.warn(`The cut of the backup is made again: ${error.message}`);
    }
  }
}

async function cutAlone<P, T>({ loader }: CutNodes, work: CutWork<P, T>): Promise<Cut<T>> {
  const prepared = await work.prepare();
  return loader.whileEmpty(async () => {
    const pausedAt = performance.now();
    const cutAt = new Date();
    const taken = await work.take(prepared);
    return { taken, cutAt, pausedMs: performance.now() - pausedAt, others: [], missing: [] };
  }, AbortSignal.timeout(maxWaitMs));
}

async function cutOnce<P, T>(
  nodes: CutNodes,
  pauses: NodePauses,
  work: CutWork<P, T>,
  attempt: number,
): Promise<Cut<T>> {
  const { backup, node, loader, runs } = nodes;
  const prepared = await work.prepare();
  await pauses.ask(backup, attempt, node);
  const [others] = await Promise.all([
    waitFor('ready', pauses, backup, cutLimits.ready),
    withTimeout(cutLimits.drain, loader.drain()),
  ]);
  const startedAt = performance.now();
  const cutAt = new Date();
  await runs.confirm(backup, 'holding');
  const isAlone = others.length === 0;
  const limit = AbortSignal.timeout(isAlone ? maxWaitMs : cutLimits.gather);
  try {
    return await loader.whileEmpty(async () => {
      const pausedAt = performance.now();
      const paused = await waitFor('held', pauses, backup, cutLimits.gather);
      const taken = await work.take(prepared);
      const notPaused = await pauses.notPaused(backup, node);
      if (notPaused.length > 0) throw new CutMissed(`${notPaused.join(', ')} started or went on`);
      if (!isAlone && performance.now() - startedAt > cutLimits.cut) throw new CutMissed('it took too long');
      const missing = await pauses.stopped(node);
      await runs.confirm(backup, 'copying');
      return { taken, cutAt, pausedMs: performance.now() - pausedAt, others: paused, missing };
    }, limit);
  } catch (error) {
    await runs.confirm(backup, 'preparing').catch(() => undefined);
    throw limit.aborted && error === limit.reason
      ? new CutMissed('the loader of this node was not empty in time')
      : error;
  }
}

/** Waits until all workers that were asked are in a state, or have stopped. Returns the names of those that are in it. */
async function waitFor(
  state: 'ready' | 'held',
  pauses: NodePauses,
  backup: string,
  limitMs: number,
): Promise<string[]> {
  const endsAt = performance.now() + limitMs;
  const isThere = (each: AskedNode) => each.state === state || (state === 'ready' && each.state === 'held');
  for (;;) {
    const asked = (await pauses.asked(backup)).filter(({ isRunning }) => isRunning);
    const waiting = asked.filter((each) => !isThere(each));
    if (waiting.length === 0) return asked.map(({ node }) => node);
    if (waiting.some((each) => each.state === 'released')) throw new CutMissed(`${namesOf(waiting)} went on`);
    if (performance.now() > endsAt) {
      if (state === 'held') throw new CutMissed(`${namesOf(waiting)} did not pause within ${limitMs / 1000} s`);
      throw new Error(
        `${namesOf(waiting)} did not respond within ${limitMs / 1000} s. Check its log; workers of earlier versions do not take part in backups.`,
      );
    }
    await pauseFor(pollMs);
  }
}

function namesOf(nodes: readonly AskedNode[]): string {
  return nodes.map(({ node, version }) => `the worker of ${node} (version ${version})`).join(', ');
}
