import type { DemandAccountRow, TagRow } from '#model/index.ts';
import { moveId, type IdIndex } from '../snapshot/idIndex.ts';

/** Derived data for cookie syncs. */
export interface SyncIndex {
  readonly accountByUid: Map<string, number>;
  /** RTB tags: bidders whose user IDs are stored. */
  readonly tagByUid: Map<string, number>;
  /** RTB tags with a sync URL, by account. */
  readonly tagsOfAccount: IdIndex;
}

/** Creates an empty index. */
export function emptySyncIndex(): SyncIndex {
  return { accountByUid: new Map(), tagByUid: new Map(), tagsOfAccount: new Map() };
}

/** Updates the index after a change of an account's row. */
export function indexAccount(
  { accountByUid }: SyncIndex,
  id: number,
  before: DemandAccountRow | undefined,
  after: DemandAccountRow | null,
): void {
  if (before) accountByUid.delete(before.uid);
  if (after) accountByUid.set(after.uid, id);
}

/** Updates the index after a change of a tag's row. */
export function indexTag(
  { tagByUid, tagsOfAccount }: SyncIndex,
  id: number,
  before: TagRow | undefined,
  after: TagRow | null,
): void {
  if (before) tagByUid.delete(before.uid);
  if (after?.integration === 'RTB') tagByUid.set(after.uid, id);
  moveId(tagsOfAccount, id, syncedAccount(before), syncedAccount(after));
}

function syncedAccount(tag: TagRow | null | undefined): number | null {
  return tag?.integration === 'RTB' && tag.syncUrl !== '' ? tag.demandId : null;
}
