import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../e2e/apiClient.ts';
import type { Random } from '../createRandom.ts';
import type { Cluster } from './startCluster.ts';

const victims = ['serving', 'worker', 'api', 'parent', 'cable'] as const;
/** Longer than a lane is confirmed: another worker takes it. */
const cutMs = 15_000;

/**
 * Disturbs one machine after the other: kills (SIGKILL) one of its processes or all of them, or pulls its cable out for
 * 15 seconds, until `isOver`. Returns the number of disturbances by kind.
 */
export async function disturbCluster(
  { network, nodes }: Pick<Cluster, 'network' | 'nodes'>,
  random: Random,
  isOver: () => boolean,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  while (!isOver()) {
    await pause(500 + random.below(3000));
    const node = random.pick(nodes);
    const victim = random.pick(victims);
    counts.set(victim, (counts.get(victim) ?? 0) + 1);
    if (victim === 'cable') {
      network.setCable(node.name, false);
      await pause(cutMs);
      network.setCable(node.name, true);
      continue;
    }
    const killed = (await node.processes()).find(({ role }) => role === victim);
    if (killed) process.kill(killed.pid, 'SIGKILL');
    if (victim !== 'parent') continue;
    await eventually(
      async () => node.isRunning(),
      (isRunning) => !isRunning,
    );
    await pause(random.below(2000));
    await node.startAgain();
  }
  return counts;
}
