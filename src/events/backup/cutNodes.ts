import { setTimeout as pauseFor } from 'node:timers/promises';
import { withTimeout } from '#runtime/withTimeout.ts';
import type { BackupRuns } from '#storage/backup/backupRuns.ts';
import type { AskedNode, NodeHolds } from '#storage/backup/nodeHolds.ts';
import type { Loader } from '../load/loader.ts';
import type { EventLog } from '../spool/eventLog.ts';
import { holdLimits } from './holdLimits.ts';

/** The nodes of an installation, one of which makes a backup. */
export interface CutNodes {
  /** ID of the backup. */
  backup: string;
  /** This node, whose worker makes it. */
  node: string;
  loader: Pick<Loader, 'drain' | 'whileEmpty'>;
  runs: Pick<BackupRuns, 'confirm'>;
  /** Null if PostgreSQL is embedded: then there is no other node. */
  holds: NodeHolds | null;
  /** Runs work while no worker starts, migrates or reconciles. */
  asOnlyNode: <T>(work: () => Promise<T>) => Promise<T>;
  log: EventLog;
}

/** The work of a cut. Both parts are repeated when it has to be made again. */
export interface CutWork<P, T> {
  /** Done before loaders are held. */
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
 * Makes a cut of all nodes: every worker that runs has loaded its segments and is held, so that each record is either in
 * a spool, or in ClickHouse with its hits decided, and nothing is in between.
 *
 * Workers are asked in PostgreSQL (`takePart.ts` responds), in two steps: when all have said that they are ready they are
 * held, so that one that does not respond holds up no loader. A node that is not seen for ten seconds counts as stopped and
 * is not waited for. The cut is valid if afterwards every worker that runs is still held, under the run that was asked,
 * and less time has passed than any of them waits; otherwise it is made again.
 *
 * The caller has the lock of backups; that of tables is taken here, for the cut alone, and never the other way round.
 */
export async function cutNodes<P, T>(nodes: CutNodes, work: CutWork<P, T>): Promise<Cut<T>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await nodes.asOnlyNode(() =>
        nodes.holds ? cutOnce(nodes, nodes.holds, work, attempt) : cutAlone(nodes, work),
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
    const heldAt = performance.now();
    const cutAt = new Date();
    const taken = await work.take(prepared);
    return { taken, cutAt, pausedMs: performance.now() - heldAt, others: [], missing: [] };
  }, AbortSignal.timeout(maxWaitMs));
}

async function cutOnce<P, T>(nodes: CutNodes, holds: NodeHolds, work: CutWork<P, T>, attempt: number): Promise<Cut<T>> {
  const { backup, node, loader, runs } = nodes;
  const prepared = await work.prepare();
  await holds.ask(backup, attempt, node);
  const [others] = await Promise.all([
    waitFor('ready', holds, backup, holdLimits.ready),
    withTimeout(holdLimits.drain, loader.drain()),
  ]);
  const startedAt = performance.now();
  const cutAt = new Date();
  await runs.confirm(backup, 'holding');
  const isAlone = others.length === 0;
  const limit = AbortSignal.timeout(isAlone ? maxWaitMs : holdLimits.gather);
  try {
    return await loader.whileEmpty(async () => {
      const heldAt = performance.now();
      const held = await waitFor('held', holds, backup, holdLimits.gather);
      const taken = await work.take(prepared);
      const notHeld = await holds.notHeld(backup, node);
      if (notHeld.length > 0) throw new CutMissed(`${notHeld.join(', ')} started or went on`);
      if (!isAlone && performance.now() - startedAt > holdLimits.cut) throw new CutMissed('it took too long');
      const missing = await holds.stopped(node);
      await runs.confirm(backup, 'copying');
      return { taken, cutAt, pausedMs: performance.now() - heldAt, others: held, missing };
    }, limit);
  } catch (error) {
    await runs.confirm(backup, 'preparing').catch(() => undefined);
    throw limit.aborted && error === limit.reason
      ? new CutMissed('the loader of this node was not empty in time')
      : error;
  }
}

/** Waits until all workers that were asked are in a state, or have stopped. Returns the names of those that are in it. */
async function waitFor(state: 'ready' | 'held', holds: NodeHolds, backup: string, limitMs: number): Promise<string[]> {
  const endsAt = performance.now() + limitMs;
  const isThere = (each: AskedNode) => each.state === state || (state === 'ready' && each.state === 'held');
  for (;;) {
    const asked = (await holds.asked(backup)).filter(({ isRunning }) => isRunning);
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
