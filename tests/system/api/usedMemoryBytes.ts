import { collectGarbage } from '../../collectGarbage.ts';

/** What this process holds when all garbage is gone, in bytes. */
export function usedMemoryBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
