import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../createRandom.ts';

/** A store that can be taken away. */
export interface AttackedStore {
  /** Id of its current process; null while there is none. */
  pid(): Promise<number | null>;
  /** Kills it. It is restarted later, by itself or by this call. */
  kill(): Promise<void>;
}

/** How often processes were frozen and killed. */
export interface FloodResult {
  frozen: number;
  killed: number;
  /** Rounds in which all stores were away. */
  allAway: number;
}

/** How long stores are frozen: shorter and longer than the timeouts of clients. */
const frozenMs = [300, 3000, 14_000];

/** Freezes (SIGSTOP) or kills stores in rounds: in the first two all at once, then one or all at random. */
export async function floodStores(
  stores: readonly AttackedStore[],
  rounds: number,
  random: Random,
): Promise<FloodResult> {
  const result: FloodResult = { frozen: 0, killed: 0, allAway: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const areAll = round < 2 || random.boolean(0.4);
    const chosen = areAll ? stores : [random.pick(stores)];
    if (areAll) result.allAway += 1;
    if (round === 0 || (round > 1 && random.boolean(0.6))) {
      result.frozen += await freeze(chosen, round === 0 ? Math.max(...frozenMs) : random.pick(frozenMs));
    } else {
      await Promise.all(chosen.map((store) => store.kill()));
      result.killed += chosen.length;
    }
    await pause(500 + random.below(2500));
  }
  return result;
}

async function freeze(stores: readonly AttackedStore[], ms: number): Promise<number> {
  const pids = (await Promise.all(stores.map((store) => store.pid()))).filter((pid) => pid !== null);
  for (const pid of pids) signal(pid, 'SIGSTOP');
  await pause(ms);
  for (const pid of pids) signal(pid, 'SIGCONT');
  return pids.length;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended already.
  }
}
