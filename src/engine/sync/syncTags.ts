import type { DemandAccountRow, TagRow } from '#model/index.ts';
import { seededRank } from '../auction/seededRank.ts';
import type { Snapshot } from '../snapshot/snapshotState.ts';

/** The columns of a tag that cookie syncs use. */
export type SyncTag = Pick<TagRow, 'id' | 'uid' | 'demandId' | 'gvlId' | 'syncUrl'>;

/** The account with a public uid, or with a channel that has it; undefined when there is neither. */
export function accountOfUid({ sync, channelByUid, rows }: Snapshot, uid: string): DemandAccountRow | undefined {
  const id = sync.accountByUid.get(uid) ?? rows.channel.get(channelByUid.get(uid) ?? 0)?.demandId;
  return rows.demand.get(id ?? 0);
}

/** The active RTB tag with a public uid; undefined when there is none. */
export function bidderOfUid({ sync, rows }: Snapshot, uid: string): SyncTag | undefined {
  const tag = rows.tag.get(sync.tagByUid.get(uid) ?? 0);
  return tag?.status === 1 ? tag : undefined;
}

/**
 * The RTB tags of an account whose bidders can be synced: active tags of active advertisers in a waterfall of an active
 * channel of the account.
 */
export function syncTagsOf(snapshot: Snapshot, accountId: number): SyncTag[] {
  const { rows, sync } = snapshot;
  if (rows.demand.get(accountId)?.status !== 1) return [];
  return [...(sync.tagsOfAccount.get(accountId) ?? [])].flatMap((id) => {
    const tag = rows.tag.get(id);
    return tag && isRequested(snapshot, tag) ? [tag] : [];
  });
}

function isRequested({ rows, waterfallOfTag }: Snapshot, tag: TagRow): boolean {
  if (tag.status !== 1 || rows.advertiser.get(tag.advertiserId)?.status !== 1) return false;
  for (const id of waterfallOfTag.get(tag.id) ?? []) {
    const row = rows.waterfallRow.get(id);
    const channel = row?.isEnabled ? rows.channel.get(row.channelId) : undefined;
    if (channel?.status !== 1 || channel.demandId !== tag.demandId) continue;
    if (channel.subpublisherId === null || rows.subpublisher.get(channel.subpublisherId)?.status === 1) return true;
  }
  return false;
}

/** Selects at most `limit` tags: first those that satisfy `isNamed`; among equals, each with the same probability. */
export function selectTags(
  tags: readonly SyncTag[],
  { isNamed, seed, limit }: { isNamed: (tag: SyncTag) => boolean; seed: number; limit: number },
): SyncTag[] {
  const ranked = tags.map((tag) => ({ tag, isNamed: isNamed(tag), rank: seededRank(seed, tag.id, 1) }));
  ranked.sort((a, b) => Number(b.isNamed) - Number(a.isNamed) || a.rank - b.rank || a.tag.id - b.tag.id);
  return ranked.slice(0, limit).map(({ tag }) => tag);
}
