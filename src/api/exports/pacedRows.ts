import { setImmediate } from 'node:timers/promises';

/** Rows that are formatted in one go: about a millisecond of work. */
const batchSize = 250;

/** The rows of batches in smaller ones, with room for other work of the process between them. */
export async function* pacedRows<T>(batches: AsyncIterable<T[]>): AsyncIterable<T[]> {
  for await (const rows of batches) {
    for (let from = 0; from < rows.length; from += batchSize) {
      yield rows.slice(from, from + batchSize);
      await setImmediate();
    }
  }
}
