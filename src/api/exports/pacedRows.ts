import { setImmediate } from 'node:timers/promises';

/** Rows that are formatted without a pause: about a millisecond of work. */
const batchSize = 250;

/** Splits batches of rows into smaller ones, and yields to other work of the process between them. */
export async function* pacedRows<T>(batches: AsyncIterable<T[]>): AsyncIterable<T[]> {
  for await (const rows of batches) {
    for (let from = 0; from < rows.length; from += batchSize) {
      yield rows.slice(from, from + batchSize);
      await setImmediate();
    }
  }
}
