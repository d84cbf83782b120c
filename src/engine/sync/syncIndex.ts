import type { DemandAccountRow, TagRow } from '#model/index.ts';
import { moveId, type IdIndex } from '../snapshot/idIndex.ts';

/** Who takes part in cookie syncs. */
export interface SyncIndex {
  readonly accountByUid: Map<string, number>;
  /** RTB tags: bidders whose ids of viewers are kept. */
  readonly tagByUid: Map<string, number>;
  /** Those of them that name a place to get such ids, by account. */
  readonly tagsOfAccount: IdIndex;
}

/** An index of nobody. */
export function emptySyncIndex(): SyncIndex {
  return { accountByUid: new Map(), tagByUid: new Map(), tagsOfAccount: new Map() };
}

/** Follows a change of an account. */
export function indexAccount(
  { accountByUid }: SyncIndex,
  id: number,
  before: DemandAccountRow | undefined,
  after: DemandAccountRow | null,
): void {
  if (before) accountByUid.delete(before.uid);
  if (after) accountByUid.set(after.uid, id);
}

/** Follows a change of a tag. */
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
