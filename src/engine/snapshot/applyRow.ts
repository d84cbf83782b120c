import type { RowByName, ServedEntity, SnapshotMessage } from '#model/index.ts';
import { indexCampaign, indexDeal } from '../buying/buyingIndex.ts';
import { invalidateAccountZone, invalidateCampaignsOfDeal } from '../buying/invalidateBuying.ts';
import {
  invalidateAttachment,
  invalidateObject,
  invalidatePlans,
  invalidatePlansOfDeal,
  invalidateSupplierPlans,
  isListEntity,
  updateWantedMembers,
} from './attachments.ts';
import { completeRow } from './completeRow.ts';
import { moveId } from './idIndex.ts';
import { updateAttachmentUsers, type Attachment, type TargetedEntity } from './attachmentUsers.ts';
import { deliveryColumns, compiledTagColumns, planColumns, restrictingColumns } from './planColumns.ts';
import { indexKeys } from './sdkIndex.ts';
import { indexApp, indexFile } from '../sellers/adsTxtIndex.ts';
import type { Snapshot } from './snapshotState.ts';
import { indexAccount, indexTag } from '../sync/syncIndex.ts';

type RowMessage = Extract<SnapshotMessage, { type: 'row' }>;

/** Adds, replaces or removes a row of the snapshot, and invalidates everything derived from it. */
export function applyRow(snapshot: Snapshot, message: RowMessage): void {
  const { rows, plans } = snapshot;
  const { id } = message;
  switch (message.entity) {
    case 'demand': {
      const row = completed('demand', message.row);
      const before = put(rows.demand, id, row);
      indexAccount(snapshot.sync, id, before, row);
      if (isSame(before, row, planColumns)) return;
      if (!isSame(before, row, ['timezone'])) invalidateAccountZone(snapshot, id);
      invalidatePlans(snapshot, snapshot.channelsOfAccount.get(id));
      invalidateSupplierPlans(snapshot, id);
      return;
    }
    case 'subpublisher': {
      const row = completed('subpublisher', message.row);
      const before = put(rows.subpublisher, id, row);
      followAttachments(snapshot, 'subpublisher', id, { before, after: row });
      if (isSame(before, row, ['status', 'costModel', 'costShare', 'costCpm', ...restrictingColumns])) return;
      invalidateObject(snapshot, 'subpublisher', id);
      return;
    }
    case 'advertiser': {
      const row = completed('advertiser', message.row);
      const before = put(rows.advertiser, id, row);
      followAttachments(snapshot, 'advertiser', id, { before, after: row });
      if (!isSame(before, row, ['status', ...restrictingColumns])) invalidateObject(snapshot, 'advertiser', id);
      return;
    }
    case 'tag': {
      const row = completed('tag', message.row);
      const before = put(rows.tag, id, row);
      followAttachments(snapshot, 'tag', id, { before, after: row });
      moveId(snapshot.tagsOfAdvertiser, id, before?.advertiserId, row?.advertiserId);
      indexTag(snapshot.sync, id, before, row);
      // The marketplace may be named after the tag.
      const isNamed = row?.integration !== 'VAST' && !isSame(before, row, ['name']);
      if (isNamed || !isSame(before, row, compiledTagColumns)) snapshot.compiledTags.delete(id);
      else if (isSame(before, row, [...deliveryColumns, ...restrictingColumns])) return;
      invalidateObject(snapshot, 'tag', id);
      return;
    }
    case 'channel': {
      const row = completed('channel', message.row);
      const before = put(rows.channel, id, row);
      followAttachments(snapshot, 'channel', id, { before, after: row });
      moveId(snapshot.channelsOfAccount, id, before?.demandId, row?.demandId);
      moveId(snapshot.channelsOfSubpublisher, id, before?.subpublisherId, row?.subpublisherId);
      if (before && before.uid !== row?.uid) snapshot.channelByUid.delete(before.uid);
      if (row) snapshot.channelByUid.set(row.uid, id);
      invalidateObject(snapshot, 'channel', id);
      return;
    }
    case 'waterfallRow': {
      const row = completed('waterfallRow', message.row);
      const before = put(rows.waterfallRow, id, row);
      moveId(snapshot.waterfallOfChannel, id, before?.channelId, row?.channelId);
      moveId(snapshot.waterfallOfTag, id, before?.tagId, row?.tagId);
      if (before) plans.delete(before.channelId);
      if (row) plans.delete(row.channelId);
      return;
    }
    case 'supplier': {
      const row = completed('supplier', message.row);
      const before = put(rows.supplier, id, row);
      followAttachments(snapshot, 'supplier', id, { before, after: row });
      moveId(snapshot.suppliersOfAccount, id, before?.demandId, row?.demandId);
      if (before && before.uid !== row?.uid) snapshot.supplierByUid.delete(before.uid);
      if (row) snapshot.supplierByUid.set(row.uid, id);
      invalidateObject(snapshot, 'supplier', id);
      return;
    }
    case 'adexchange': {
      const row = completed('adexchange', message.row);
      const before = put(rows.adexchange, id, row);
      followAttachments(snapshot, 'adexchange', id, { before, after: row });
      moveId(snapshot.exchangesOfAccount, id, before?.demandId, row?.demandId);
      snapshot.exchangesAsTags.delete(id);
      if (before?.demandId !== row?.demandId) invalidateSupplierPlans(snapshot, before?.demandId ?? 0);
      invalidateObject(snapshot, 'adexchange', id);
      return;
    }
    case 'campaign': {
      const row = completed('campaign', message.row);
      const before = put(rows.campaign, id, row);
      followAttachments(snapshot, 'campaign', id, { before, after: row });
      indexCampaign(snapshot.buying, id, before, row);
      invalidateObject(snapshot, 'campaign', id);
      return;
    }
    case 'creative': {
      const row = completed('creative', message.row);
      followAttachments(snapshot, 'creative', id, { before: put(rows.creative, id, row), after: row });
      invalidateObject(snapshot, 'creative', id);
      return;
    }
    case 'deal': {
      const row = completed('deal', message.row);
      const before = put(rows.deal, id, row);
      indexDeal(snapshot.buying, id, before, row);
      for (const each of [before, row]) if (each?.side === 'sell') invalidatePlansOfDeal(snapshot, each);
      invalidateCampaignsOfDeal(snapshot, id);
      return;
    }
    case 'targeting': {
      const row = completed('targeting', message.row);
      const before = put(rows.targeting, id, row);
      followAttachments(snapshot, 'targeting', id, { before, after: row });
      invalidateAttachment(snapshot, 'targeting', id);
      return;
    }
    case 'appList':
      return applyList(snapshot, 'appList', id, put(rows.appList, id, completed('appList', message.row)));
    case 'creList':
      return applyList(snapshot, 'creList', id, put(rows.creList, id, completed('creList', message.row)));
    case 'pubList':
      return applyList(snapshot, 'pubList', id, put(rows.pubList, id, completed('pubList', message.row)));
    case 'ivt': {
      const row = completed('ivt', message.row);
      const before = put(rows.ivt, id, row);
      moveId(snapshot.pixelsOfAccount, id, accountWithPixel(before), accountWithPixel(row));
      for (const each of [before, row]) {
        if (each?.scope !== 'all') continue;
        invalidatePlans(snapshot, snapshot.channelsOfAccount.get(each.demandId ?? 0));
        invalidateSupplierPlans(snapshot, each.demandId ?? 0);
      }
      invalidateAttachment(snapshot, 'ivt', id);
      return;
    }
    case 'sdkApp':
      indexKeys(snapshot.sdk, id, put(rows.sdkApp, id, message.row), message.row);
      return;
    case 'sdkPlacement': {
      const before = put(rows.sdkPlacement, id, message.row);
      moveId(snapshot.sdk.placementsOfApp, id, before?.sdkAppId, message.row?.sdkAppId);
      return;
    }
    case 'sdkConfig': {
      const before = put(rows.sdkConfig, id, message.row);
      moveId(snapshot.sdk.configsOfApp, id, before?.sdkAppId, message.row?.sdkAppId);
      return;
    }
    case 'exchangeRate':
      put(rows.exchangeRate, id, message.row);
      snapshot.rates = null;
      return;
    case 'adsTxtFile':
      indexFile(snapshot.adsTxt, put(rows.adsTxtFile, id, message.row), message.row);
      return;
    case 'adsTxtApp':
      indexApp(snapshot.adsTxt, put(rows.adsTxtApp, id, message.row), message.row);
      return;
    case 'watch':
      put(rows.watch, id, message.row);
      return;
    case 'trafficList':
      put(rows.trafficList, id, message.row);
      return;
    case 'cutoff': {
      const before = put(rows.cutoff, id, message.row);
      for (const each of [before, message.row]) if (each) invalidateCutoffs(snapshot, each.demandId);
    }
  }
}

/** Invalidates the cut-offs and plans of an account; null = of all accounts. */
function invalidateCutoffs(snapshot: Snapshot, demandId: number | null): void {
  if (demandId === null) {
    snapshot.cutoffs.clear();
    snapshot.plans.clear();
    snapshot.supplierPlans.clear();
    return;
  }
  snapshot.cutoffs.delete(demandId);
  invalidatePlans(snapshot, snapshot.channelsOfAccount.get(demandId));
  invalidateSupplierPlans(snapshot, demandId);
}

function completed<E extends ServedEntity>(name: E, row: RowByName[E] | null): RowByName[E] | null {
  return row && completeRow(name, row);
}

/**
 * Updates the attachments that a row uses: lists that are used for the first time are loaded, and lists that are no
 * longer used are unloaded.
 */
function followAttachments(
  snapshot: Snapshot,
  entity: TargetedEntity,
  id: number,
  change: { before: RowByName[TargetedEntity] | undefined; after: RowByName[TargetedEntity] | null },
): void {
  for (const [target, targetId] of updateAttachmentUsers(snapshot.attachmentUsers, entity, id, change)) {
    if (isListEntity(target)) updateWantedMembers(snapshot, target, targetId);
  }
}

type ListRow = RowByName['appList' | 'creList' | 'pubList'];

function applyList(
  snapshot: Snapshot,
  entity: Extract<Attachment, 'appList' | 'creList' | 'pubList'>,
  id: number,
  before: ListRow | undefined,
): void {
  updateWantedMembers(snapshot, entity, id);
  const row = snapshot.rows[entity].get(id);
  // Changed members take effect when they are in memory.
  const isEmpty = (each: ListRow | undefined) => each?.membersHash === '';
  if (isSame<ListRow>(before, row ?? null, ['status', 'mode']) && isEmpty(before) === isEmpty(row)) return;
  invalidateAttachment(snapshot, entity, id);
}

/** The account whose ads all have a pixel; null when the pixel is not account-wide. */
function accountWithPixel(row: RowByName['ivt'] | null | undefined): number | null {
  return row?.scope === 'all' && row.status === 1 ? row.demandId : null;
}

function put<T>(rows: Map<number, T>, id: number, row: T | null): T | undefined {
  const before = rows.get(id);
  if (row === null) rows.delete(id);
  else rows.set(id, row);
  return before;
}

/** Whether both rows exist and have equal values in these columns. */
function isSame<T extends object>(before: T | undefined, after: T | null, columns: readonly (keyof T)[]): boolean {
  return before != null && after != null && columns.every((column) => isSameValue(before[column], after[column]));
}

function isSameValue(before: unknown, after: unknown): boolean {
  if (typeof before !== 'object' || typeof after !== 'object') return before === after;
  if (!Array.isArray(before) || !Array.isArray(after)) return JSON.stringify(before) === JSON.stringify(after);
  return before.length === after.length && before.every((each, index) => each === after[index]);
}
