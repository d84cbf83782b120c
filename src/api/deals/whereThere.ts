import { isUnready } from '../reports/runReport.ts';
import { isStoreAway } from '#runtime/faults/storeAway.ts';

/** What is read of facts; null while their store or its tables are away. */
export async function whereThere<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isStoreAway(error) || isUnready(error)) return null;
    throw error;
  }
}
