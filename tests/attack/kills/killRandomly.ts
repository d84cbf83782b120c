import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../e2e/apiClient.ts';
import type { Product } from '../../e2e/product.ts';
import type { Random } from '../createRandom.ts';

/**
 * Roles by how often they are killed: a serving process is one of several, while the parent takes all others with it.
 */
const victims = ['api', 'serving', 'serving', 'worker', 'store', 'api', 'serving', 'store', 'worker', 'parent'];

/**
 * Kills (SIGKILL) one process after the other, each at a random moment, and restarts the product if that was the
 * parent. Returns the number of kills by role.
 */
export async function killRandomly(product: Product, kills: number, random: Random): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(100 + random.below(1500));
    const role = await killOne(product, random.pick(victims), random);
    counts.set(role, (counts.get(role) ?? 0) + 1);
    if (role !== 'parent') continue;
    await eventually(
      async () => product.isRunning(),
      (isRunning) => !isRunning,
    );
    await pause(random.below(500));
    await product.startAgain();
  }
  return counts;
}

/** Kills one process of a role as soon as one exists. */
async function killOne(product: Product, role: string, random: Random): Promise<string> {
  const isKilled = async () => {
    const processes = (await product.processes()).filter((each) => each.role === role);
    return processes.length > 0 && signalled(random.pick(processes).pid);
  };
  await eventually(isKilled, (each) => each);
  return role;
}

/** Sends SIGKILL. Returns false if the process has ended already, as a worker does that finds no store. */
function signalled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
