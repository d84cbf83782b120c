import { isUnready } from '../reports/runReport.ts';
import { isStoreUnavailable } from '#runtime/faults/storeUnavailable.ts';

/** What is read of facts; null while their store or its tables are away. */
export async function nullIfUnavailable<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isStoreUnavailable(error) || isUnready(error)) return null;
    throw error;
  }
}
