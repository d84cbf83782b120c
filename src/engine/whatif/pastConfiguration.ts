import type { SnapshotMessage } from '#model/index.ts';
import { whatIfCaps, type WhatIfChange } from '#model/whatif/whatIf.ts';
import { putMembers } from '../snapshot/attachments.ts';
import type { ListKey, LoadedMembers } from '../lists/listSet.ts';
import { applyMessage, emptySnapshot } from '../snapshot/snapshot.ts';
import type { Snapshot } from '../snapshot/snapshotState.ts';
import type { RowState, Timeline } from './timeline.ts';

/** A configuration at successive past versions, as it was or with changes applied. */
export interface PastConfiguration {
  /** The configuration at a version: the same object, changed in place. */
  at(version: number): Snapshot;
}

/** Opens a past configuration with optional changes. `members` are the current members of lists. */
export function openPastConfiguration(
  timeline: Timeline,
  members: ReadonlyMap<ListKey, LoadedMembers>,
  changes: readonly WhatIfChange[] = [],
): PastConfiguration {
  const changed = new Map(changes.map((change) => [`${change.entity}:${change.id}`, change]));
  let snapshot = emptySnapshot();
  let applied = 0;

  const apply = (state: RowState) => {
    const change = changed.get(`${state.entity}:${state.id}`);
    const row = state.row && change ? { ...state.row, ...change.values, ...resetCap(change) } : state.row;
    applyMessage(snapshot, { type: 'row', entity: state.entity, id: state.id, row } as unknown as SnapshotMessage);
  };
  const begin = () => {
    snapshot = emptySnapshot();
    applied = 0;
    timeline.start.forEach(apply);
    snapshot.version = timeline.from;
  };
  begin();

  return {
    at(version) {
      if (version < snapshot.version) {
        // Processes receive changes at different times, so a request may have been decided at a slightly older version.
        if ((timeline.changes[applied - 1]?.version ?? 0) > version) begin();
        else return snapshot;
      }
      for (let next = timeline.changes[applied]; next && next.version <= version; next = timeline.changes[applied]) {
        apply(next);
        applied += 1;
      }
      snapshot.version = version;
      for (const key of snapshot.wantedMembers.keys()) {
        const loaded = members.get(key);
        if (loaded) putMembers(snapshot, key, loaded);
      }
      return snapshot;
    },
  };
}

/** A changed cap is counted from the start, so pauses caused by the old one are removed. */
function resetCap({ entity, values }: WhatIfChange): { cappedUntil?: null } {
  return isCapChange({ entity, values }) ? { cappedUntil: null } : {};
}

/** Whether a change affects a cap. */
export function isCapChange({ entity, values }: Pick<WhatIfChange, 'entity' | 'values'>): boolean {
  return whatIfCaps[entity].some((field) => field in values);
}
