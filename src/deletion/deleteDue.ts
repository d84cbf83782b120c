import type { DeletionStore } from '#storage/deletions/deletionStore.ts';
import { deleteDevices, type DeviceStores } from './deleteDevices.ts';

/** Dependencies of deletion. */
export interface DeleteDeps extends Pick<DeviceStores, 'clickhouse' | 'secrets'> {
  store: Pick<DeletionStore, 'dueDeletions' | 'markDeleted' | 'clearFinished'>;
  readDemandIds: () => Promise<number[]>;
  now: () => Date;
}

/** Requests whose data is deleted together: rewriting the tables costs the same for all of them. */
const batchSize = 1000;

/** Deletes the data of all requests that are due, and returns their number. Interrupted, it is repeated. */
export async function deleteDue({ store, readDemandIds, now, ...stores }: DeleteDeps): Promise<number> {
  let count = 0;
  for (;;) {
    const due = await store.dueDeletions(batchSize, now().toISOString());
    if (due.length === 0) break;
    const demandIds = await readDemandIds();
    await deleteDevices({ ...stores, demandIds }, [...new Set(due.map(({ identifier }) => identifier))]);
    await store.markDeleted(
      due.map(({ id }) => id),
      now().toISOString(),
    );
    count += due.length;
  }
  if (count > 0) await store.clearFinished();
  return count;
}
