import { isUnready } from '../reports/runReport.ts';
import { isStoreUnavailable } from '#runtime/faults/storeUnavailable.ts';

/** The result of reading facts; null while their store or tables are unavailable. */
export async function nullIfUnavailable<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isStoreUnavailable(error) || isUnready(error)) return null;
    throw error;
  }
}
