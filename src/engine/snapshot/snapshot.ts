import { otherRowNames, servedEntities, type SnapshotMessage } from '#model/index.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import { applyRow } from './applyRow.ts';
import { buildPlan } from '../plan/buildPlan.ts';
import { buildSupplierPlan } from '../plan/buildSupplierPlan.ts';
import { campaignsAsTag, exchangeAsTag } from '../plan/buyersAsTags.ts';
import { emptyBuyingIndex } from '../buying/buyingIndex.ts';
import { settleCampaigns } from '../buying/campaignsOf.ts';
import { soldDealsOf } from '../buying/soldDealsOf.ts';
import { pixelsFor, restrictionOfObject } from './attachments.ts';
import { compileCutoffs, type Cutoffs } from '../cutoff/cutoffs.ts';
import { clearMaps } from '../clearMaps.ts';
import { noAttachmentUsers } from './attachmentUsers.ts';
import type { ChannelPlan, CompiledTag } from '../plan/plan.ts';
import { compileTag } from '../plan/compileTag.ts';
import { emptyAdsTxtIndex } from '../sellers/adsTxtIndex.ts';
import { emptySdkIndex } from './sdkIndex.ts';
import { emptySyncIndex } from '../sync/syncIndex.ts';
import { join } from '../targeting/restriction.ts';
import type { Rows, Snapshot } from './snapshotState.ts';

function emptyRows(): Rows {
  return Object.fromEntries([...servedEntities, ...otherRowNames].map((name) => [name, new Map()])) as unknown as Rows;
}

/** Creates an empty snapshot at version 0. */
export function emptySnapshot(): Snapshot {
  return {
    version: 0,
    rows: emptyRows(),
    channelByUid: new Map(),
    supplierByUid: new Map(),
    compiledTags: new Map(),
    exchangesAsTags: new Map(),
    campaignsAsTags: new Map(),
    channelsOfAccount: new Map(),
    channelsOfSubpublisher: new Map(),
    suppliersOfAccount: new Map(),
    exchangesOfAccount: new Map(),
    tagsOfAdvertiser: new Map(),
    waterfallOfTag: new Map(),
    waterfallOfChannel: new Map(),
    pixelsOfAccount: new Map(),
    attachmentUsers: noAttachmentUsers(),
    members: new Map(),
    wantedMembers: new Map(),
    compiledTargetings: new Map(),
    restrictions: new Map(),
    buying: emptyBuyingIndex(),
    sdk: emptySdkIndex(),
    sync: emptySyncIndex(),
    adsTxt: emptyAdsTxtIndex(),
    rates: null,
    cutoffs: new Map(),
    plans: new Map(),
    supplierPlans: new Map(),
  };
}

/** Applies one message of the feed. The cost is that of the affected plans, whatever the size of the snapshot. */
export function applyMessage(snapshot: Snapshot, message: SnapshotMessage): void {
  switch (message.type) {
    case 'reset':
      clear(snapshot);
      return;
    case 'version':
      settleCampaigns(snapshot);
      snapshot.version = message.version;
      return;
    case 'row':
      applyRow(snapshot, message);
  }
}

/** The plan of the channel with a public uid, built on demand; undefined when there is none. */
export function planOfUid(snapshot: Snapshot, uid: string): ChannelPlan | undefined {
  const channelId = snapshot.channelByUid.get(uid);
  return channelId === undefined ? undefined : planOf(snapshot, channelId);
}

/** The plan of a channel by id; undefined when there is none. */
export function planOf(snapshot: Snapshot, channelId: number): ChannelPlan | undefined {
  const known = snapshot.plans.get(channelId);
  if (known) return known;
  const { rows } = snapshot;
  const channel = rows.channel.get(channelId);
  if (!channel) return undefined;
  const accountId = channel.demandId ?? 0;
  const waterfall = [...(snapshot.waterfallOfChannel.get(channelId) ?? [])].flatMap((id) => {
    const row = rows.waterfallRow.get(id);
    const tag = row && compiledTagOf(snapshot, row.tagId);
    const tagRow = row && rows.tag.get(row.tagId);
    if (!tag || !tagRow) return [];
    const restriction = join([
      restrictionOfObject(snapshot, 'advertiser', tag.advertiserId),
      restrictionOfObject(snapshot, 'tag', tag.id),
    ]);
    const pixels = pixelsFor(snapshot, [...channel.ivtIds, ...tagRow.ivtIds], accountId);
    return [{ row, tag, tagRow, advertiser: rows.advertiser.get(tag.advertiserId), restriction, pixels }];
  });
  const plan = buildPlan({
    channel,
    account: rows.demand.get(accountId),
    subpublisher: rows.subpublisher.get(channel.subpublisherId ?? 0),
    restriction: join([
      restrictionOfObject(snapshot, 'subpublisher', channel.subpublisherId),
      restrictionOfObject(snapshot, 'channel', channelId),
    ]),
    waterfall,
    deals: soldDealsOf(snapshot, accountId).byTag,
    cutoffs: cutoffsOf(snapshot, accountId),
    campaigns: {
      tag: campaignsOf(snapshot, accountId),
      pixels: channel.campaignTier === null ? [] : pixelsFor(snapshot, channel.ivtIds, accountId),
    },
  });
  snapshot.plans.set(channelId, plan);
  return plan;
}

/** The plan of the supplier with a public uid; undefined when there is none. */
export function planOfSupplierUid(snapshot: Snapshot, uid: string): ChannelPlan | undefined {
  const supplierId = snapshot.supplierByUid.get(uid);
  return supplierId === undefined ? undefined : planOfSupplier(snapshot, supplierId);
}

/** The plan of a supplier by id; undefined when there is none. */
export function planOfSupplier(snapshot: Snapshot, supplierId: number): ChannelPlan | undefined {
  const known = snapshot.supplierPlans.get(supplierId);
  if (known) return known;
  const { rows } = snapshot;
  const supplier = rows.supplier.get(supplierId);
  if (!supplier) return undefined;
  const accountId = supplier.demandId ?? 0;
  const exchanges = [...(snapshot.exchangesOfAccount.get(accountId) ?? [])].flatMap((id) => {
    const row = rows.adexchange.get(id);
    if (!row) return [];
    return {
      row,
      tag: getOrCreate(snapshot.exchangesAsTags, id, () => exchangeAsTag(row)),
      restriction: restrictionOfObject(snapshot, 'adexchange', id),
      pixels: pixelsFor(snapshot, [...supplier.ivtIds, ...row.ivtIds], accountId),
    };
  });
  const plan = buildSupplierPlan({
    supplier,
    account: rows.demand.get(accountId),
    restriction: restrictionOfObject(snapshot, 'supplier', supplierId),
    exchanges,
    deals: soldDealsOf(snapshot, accountId).byAdexchange,
    campaigns: campaignsOf(snapshot, accountId),
    pixels: pixelsFor(snapshot, supplier.ivtIds, accountId),
    cutoffs: cutoffsOf(snapshot, accountId),
  });
  snapshot.supplierPlans.set(supplierId, plan);
  return plan;
}

/** The cut-offs of an account; null if there are none. The same object until that changes. */
export function cutoffsOf({ cutoffs, rows }: Snapshot, accountId: number): Cutoffs | null {
  const known = cutoffs.get(accountId);
  if (known !== undefined) return known;
  const compiled = compileCutoffs(rows.cutoff.values(), accountId);
  cutoffs.set(accountId, compiled);
  return compiled;
}

function campaignsOf({ campaignsAsTags }: Snapshot, demandId: number): CompiledTag {
  return getOrCreate(campaignsAsTags, demandId, () => campaignsAsTag(demandId));
}

function compiledTagOf(snapshot: Snapshot, tagId: number): CompiledTag | undefined {
  const known = snapshot.compiledTags.get(tagId);
  if (known) return known;
  const row = snapshot.rows.tag.get(tagId);
  if (!row) return undefined;
  const tag = compileTag(row);
  snapshot.compiledTags.set(tagId, tag);
  return tag;
}

/** Clears the maps in place: other code holds references to them. */
function clear(snapshot: Snapshot): void {
  snapshot.rates = null;
  snapshot.version = 0;
  clearMaps(snapshot);
}
