import type { DealRow, ServedEntity } from '#model/index.ts';
import { invalidateCampaign, invalidateCampaignsOfAdvertiser, invalidateCreative } from '../buying/invalidateBuying.ts';
import { entitiesWith, type Attachment, type TargetedEntity, type RestrictedEntity } from './attachmentUsers.ts';
import { emptyListSet, listKey, type ListEntity, type ListKey, type LoadedMembers } from '../lists/listSet.ts';
import type { ActivePixel } from '../plan/activePixel.ts';
import type { Snapshot } from './snapshotState.ts';
import { compileTargeting, type CompiledTargeting } from '../targeting/compileTargeting.ts';
import type { ActiveList, FindList } from '../targeting/listRules.ts';
import { noRestriction, restrictionOf, type Restriction } from '../targeting/restriction.ts';

/** The restriction of an object, compiled on demand. */
export function restrictionOfObject(snapshot: Snapshot, entity: RestrictedEntity, id: number | null): Restriction {
  if (id === null) return noRestriction;
  const key = `${entity}:${id}` as const;
  const known = snapshot.restrictions.get(key);
  if (known) return known;
  const restriction = compileRestriction(snapshot, entity, id);
  snapshot.restrictions.set(key, restriction);
  return restriction;
}

/** The restriction of an object, compiled on every call: for entities with too many objects to cache. */
export function compileRestriction(snapshot: Snapshot, entity: RestrictedEntity, id: number): Restriction {
  return restrictionOf(snapshot.rows[entity].get(id), findListIn(snapshot), (targetingId) =>
    targetingOf(snapshot, targetingId),
  );
}

function targetingOf(snapshot: Snapshot, id: number): CompiledTargeting | undefined {
  const row = snapshot.rows.targeting.get(id);
  if (row?.status !== 1) return undefined;
  const known = snapshot.compiledTargetings.get(id);
  if (known) return known;
  const compiled = compileTargeting(row, findListIn(snapshot));
  snapshot.compiledTargetings.set(id, compiled);
  return compiled;
}

/** Returns a lookup of the snapshot's active lists with the members in memory. */
export function findListIn({ rows, members }: Pick<Snapshot, 'rows' | 'members'>): FindList {
  return (entity, id): ActiveList | undefined => {
    const row = rows[entity].get(id);
    if (row?.status !== 1) return undefined;
    const loaded = row.membersHash === '' ? emptyListSet : (members.get(listKey(entity, id))?.set ?? null);
    return { kind: kindOf({ rows }, entity, id), mode: row.mode, members: loaded };
  };
}

function kindOf({ rows }: Pick<Snapshot, 'rows'>, entity: ListEntity, id: number): ActiveList['kind'] {
  if (entity === 'pubList') return 'publisher';
  return entity === 'creList' ? 'creative' : (rows.appList.get(id)?.kind ?? 'bundle');
}

/** The pixels of an ad, each once: those of the channel, of the tag and of the whole account. */
export function pixelsFor(
  { rows, pixelsOfAccount }: Pick<Snapshot, 'rows' | 'pixelsOfAccount'>,
  ids: readonly number[],
  accountId: number,
): readonly ActivePixel[] {
  const all = [...new Set([...ids, ...(pixelsOfAccount.get(accountId) ?? [])])];
  return all.flatMap((id) => {
    const row = rows.ivt.get(id);
    return row?.status === 1 ? [row] : [];
  });
}

/** Invalidates everything derived from an attached row. The cost is that of the affected plans. */
export function invalidateAttachment(snapshot: Snapshot, target: Attachment, id: number): void {
  if (target === 'targeting') snapshot.compiledTargetings.delete(id);
  for (const { entity, id: entityId } of entitiesWith(snapshot.attachmentUsers, target, id)) {
    if (entity === 'targeting') invalidateAttachment(snapshot, 'targeting', entityId);
    else invalidateObject(snapshot, entity, entityId);
  }
}

/** Invalidates the restriction of an object, and the plans that it is part of. */
export function invalidateObject(snapshot: Snapshot, entity: Exclude<TargetedEntity, 'targeting'>, id: number): void {
  if (entity !== 'creative') snapshot.restrictions.delete(`${entity}:${id}`);
  switch (entity) {
    case 'channel':
      snapshot.plans.delete(id);
      return;
    case 'subpublisher':
      invalidatePlans(snapshot, snapshot.channelsOfSubpublisher.get(id));
      return;
    case 'tag':
      invalidatePlansOfTag(snapshot, id);
      return;
    case 'advertiser':
      for (const tagId of snapshot.tagsOfAdvertiser.get(id) ?? []) invalidatePlansOfTag(snapshot, tagId);
      invalidateCampaignsOfAdvertiser(snapshot, id);
      return;
    case 'campaign':
      invalidateCampaign(snapshot, id);
      return;
    case 'creative':
      invalidateCreative(snapshot, id);
      return;
    case 'supplier':
      snapshot.supplierPlans.delete(id);
      return;
    case 'adexchange':
      invalidateSupplierPlans(snapshot, snapshot.rows.adexchange.get(id)?.demandId ?? 0);
  }
}

/** Invalidates the plans in which a deal is sold. */
export function invalidatePlansOfDeal(snapshot: Snapshot, { demandId, tagIds, adexchangeIds }: DealRow): void {
  for (const tagId of tagIds) invalidatePlansOfTag(snapshot, tagId);
  if (adexchangeIds.length > 0) invalidateSupplierPlans(snapshot, demandId ?? 0);
}

/** Invalidates the plans of an account's suppliers: each may contain all of its ad exchanges. */
export function invalidateSupplierPlans(snapshot: Snapshot, demandId: number): void {
  for (const id of snapshot.suppliersOfAccount.get(demandId) ?? []) snapshot.supplierPlans.delete(id);
}

export function invalidatePlans(snapshot: Snapshot, channelIds: Iterable<number> = []): void {
  for (const channelId of channelIds) snapshot.plans.delete(channelId);
}

/** Invalidates the plans with a tag in their waterfall. */
export function invalidatePlansOfTag(snapshot: Snapshot, tagId: number): void {
  for (const rowId of snapshot.waterfallOfTag.get(tagId) ?? []) {
    const row = snapshot.rows.waterfallRow.get(rowId);
    if (row) snapshot.plans.delete(row.channelId);
  }
}

/** Whether rows of an entity are lists with members. */
export function isListEntity(entity: ServedEntity | Attachment): entity is ListEntity {
  return entity === 'appList' || entity === 'pubList' || entity === 'creList';
}

/** Requests the members of a list that is in use, and unloads those of a list that is not. */
export function updateWantedMembers(snapshot: Snapshot, entity: ListEntity, id: number): void {
  const key = listKey(entity, id);
  const row = snapshot.rows[entity].get(id);
  const isAttached = row?.status === 1 && row.membersHash !== '' && snapshot.attachmentUsers[entity].has(id);
  if (!isAttached) {
    snapshot.members.delete(key);
    snapshot.wantedMembers.delete(key);
  } else if (snapshot.members.get(key)?.hash === row.membersHash) {
    snapshot.wantedMembers.delete(key);
  } else {
    snapshot.wantedMembers.set(key, { entity, id, kind: kindOf(snapshot, entity, id), hash: row.membersHash });
  }
}

/** Stores the members of a list that is in use; others are ignored. Members may be older than the row. */
export function putMembers(snapshot: Snapshot, key: ListKey, loaded: LoadedMembers): void {
  const wanted = snapshot.wantedMembers.get(key);
  if (!wanted) return;
  snapshot.members.set(key, loaded);
  updateWantedMembers(snapshot, wanted.entity, wanted.id);
  invalidateAttachment(snapshot, wanted.entity, wanted.id);
}

/** Copies the needed members from the previous snapshot, because the feed does not contain them. */
export function copyMembers(next: Snapshot, previous: Snapshot): void {
  for (const key of next.wantedMembers.keys()) {
    const loaded = previous.members.get(key);
    if (loaded) putMembers(next, key, loaded);
  }
}
