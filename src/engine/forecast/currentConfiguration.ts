import type { ServedEntity, SnapshotMessage } from '#model/index.ts';
import { putMembers } from '../snapshot/attachments.ts';
import type { ListKey, LoadedMembers } from '../lists/listSet.ts';
import { applyMessage, emptySnapshot } from '../snapshot/snapshot.ts';
import type { Snapshot } from '../snapshot/snapshotState.ts';

/** Builds a snapshot of current rows, with the members of their lists. */
export function currentConfiguration(
  rows: readonly { entity: ServedEntity; id: number; row: object }[],
  members: ReadonlyMap<ListKey, LoadedMembers>,
): Snapshot {
  const snapshot = emptySnapshot();
  for (const { entity, id, row } of rows) {
    applyMessage(snapshot, { type: 'row', entity, id, row } as unknown as SnapshotMessage);
  }
  for (const key of snapshot.wantedMembers.keys()) {
    const loaded = members.get(key);
    if (loaded) putMembers(snapshot, key, loaded);
  }
  return snapshot;
}
