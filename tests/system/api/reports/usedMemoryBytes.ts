import { collectGarbage } from '../../../collectGarbage.ts';

/** Memory of this process after a full garbage collection, in bytes. */
export function usedMemoryBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
