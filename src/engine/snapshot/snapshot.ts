import {
  otherRowNames,
  servedEntities,
  type OtherRows,
  type RowByName,
  type ServedEntity,
  type SnapshotMessage,
} from '#model/index.ts';
import type { Rates } from '#standards/openrtb/currency.ts';
import { remembered } from '#standards/remembered.ts';
import { applyRow } from './applyRow.ts';
import { buildPlan } from '../plan/buildPlan.ts';
import { buildSupplierPlan } from '../plan/buildSupplierPlan.ts';
import { campaignsFacts, exchangeFacts } from '../plan/buyerFacts.ts';
import { emptyBuyingIndex, type BuyingIndex } from '../buying/buyingIndex.ts';
import { settleCampaigns } from '../buying/campaignsOf.ts';
import { soldDealsOf } from '../buying/soldDealsOf.ts';
import { pixelsFor, restrictionOfObject } from './carried.ts';
import { clearMaps } from '../clearMaps.ts';
import type { IdIndex } from './idIndex.ts';
import { emptyLinks, type Links, type Narrowed } from './links.ts';
import type { ListKey, LoadedMembers, WantedMembers } from '../lists/listSet.ts';
import type { ChannelPlan, TagFacts } from '../plan/plan.ts';
import { tagFacts } from '../plan/tagFacts.ts';
import { type AdsTxtIndex, emptyAdsTxtIndex } from '../sellers/adsTxtIndex.ts';
import { emptySdkIndex, type SdkIndex } from './sdkIndex.ts';
import { emptySyncIndex, type SyncIndex } from '../sync/syncIndex.ts';
import type { CompiledTargeting } from '../targeting/compileTargeting.ts';
import { join, type Restriction } from '../targeting/restriction.ts';

type Rows = { [E in ServedEntity]: Map<number, RowByName[E]> } & {
  [O in keyof OtherRows]: Map<number, OtherRows[O]>;
};

/**
 * The served entities in memory. Changed in place by `applyMessage`; plans taken from it are immutable and stay valid
 * for the requests that hold them.
 */
export interface Snapshot {
  /** Everything up to this version of the feed has been applied. */
  version: number;
  readonly rows: Rows;
  readonly channelByUid: Map<string, number>;
  readonly supplierByUid: Map<string, number>;
  readonly factsOfTag: Map<number, TagFacts>;
  readonly factsOfExchange: Map<number, TagFacts>;
  /** How the campaigns of each account take part in auctions. */
  readonly factsOfCampaigns: Map<number, TagFacts>;
  /** Reverse references, by the id that is referred to. */
  readonly channelsOfAccount: IdIndex;
  readonly channelsOfSubpublisher: IdIndex;
  readonly suppliersOfAccount: IdIndex;
  readonly exchangesOfAccount: IdIndex;
  readonly tagsOfAdvertiser: IdIndex;
  readonly waterfallOfTag: IdIndex;
  readonly waterfallOfChannel: IdIndex;
  /** Pixels that all ads of an account carry. */
  readonly pixelsOfAccount: IdIndex;
  /** Who carries which targetings, lists and pixels. */
  readonly links: Links;
  /** Members of lists that somebody carries: put by `putMembers`. */
  readonly members: Map<ListKey, LoadedMembers>;
  /**
   * Lists that somebody carries and whose members in memory are none or those of another state of the row. Until a list
   * has members at all, whatever carries it gets no traffic; until newer ones are there, the older ones stay in force.
   */
  readonly wantedMembers: Map<ListKey, WantedMembers>;
  /** What was compiled of rows and is still valid. */
  readonly compiledTargetings: Map<number, CompiledTargeting>;
  readonly restrictions: Map<`${Narrowed}:${number}`, Restriction>;
  /** Campaigns and deals: ask `campaignsOf` and `soldDealsOf`. */
  readonly buying: BuyingIndex;
  readonly sdk: SdkIndex;
  /** Who takes part in cookie syncs: ask `accountOfUid`, `bidderOfUid` and `syncTagsOf`. */
  readonly sync: SyncIndex;
  /** Whom sites and apps let sell: ask `adsTxtState`. */
  readonly adsTxt: AdsTxtIndex;
  /** What `ratesOf` read and is still valid. */
  rates: Rates | null;
  /** Plans that have been asked for and are still valid, by channel id. */
  readonly plans: Map<number, ChannelPlan>;
  /** The same of suppliers. */
  readonly supplierPlans: Map<number, ChannelPlan>;
}

function emptyRows(): Rows {
  return Object.fromEntries([...servedEntities, ...otherRowNames].map((name) => [name, new Map()])) as unknown as Rows;
}

/** A snapshot without any entity, at version 0. */
export function emptySnapshot(): Snapshot {
  return {
    version: 0,
    rows: emptyRows(),
    channelByUid: new Map(),
    supplierByUid: new Map(),
    factsOfTag: new Map(),
    factsOfExchange: new Map(),
    factsOfCampaigns: new Map(),
    channelsOfAccount: new Map(),
    channelsOfSubpublisher: new Map(),
    suppliersOfAccount: new Map(),
    exchangesOfAccount: new Map(),
    tagsOfAdvertiser: new Map(),
    waterfallOfTag: new Map(),
    waterfallOfChannel: new Map(),
    pixelsOfAccount: new Map(),
    links: emptyLinks(),
    members: new Map(),
    wantedMembers: new Map(),
    compiledTargetings: new Map(),
    restrictions: new Map(),
    buying: emptyBuyingIndex(),
    sdk: emptySdkIndex(),
    sync: emptySyncIndex(),
    adsTxt: emptyAdsTxtIndex(),
    rates: null,
    plans: new Map(),
    supplierPlans: new Map(),
  };
}

/** Applies one message of the feed. The cost is that of the plans it touches, whatever the size of the snapshot. */
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

/** The plan of the channel with a public uid, built when first asked for; undefined when no channel has it. */
export function planOfUid(snapshot: Snapshot, uid: string): ChannelPlan | undefined {
  const channelId = snapshot.channelByUid.get(uid);
  return channelId === undefined ? undefined : planOf(snapshot, channelId);
}

/** The plan of a channel by id. */
export function planOf(snapshot: Snapshot, channelId: number): ChannelPlan | undefined {
  const known = snapshot.plans.get(channelId);
  if (known) return known;
  const { rows } = snapshot;
  const channel = rows.channel.get(channelId);
  if (!channel) return undefined;
  const accountId = channel.demandId ?? 0;
  const waterfall = [...(snapshot.waterfallOfChannel.get(channelId) ?? [])].flatMap((id) => {
    const row = rows.waterfallRow.get(id);
    const tag = row && factsOf(snapshot, row.tagId);
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
    campaigns: {
      facts: campaignsOf(snapshot, accountId),
      pixels: channel.campaignTier === null ? [] : pixelsFor(snapshot, channel.ivtIds, accountId),
    },
  });
  snapshot.plans.set(channelId, plan);
  return plan;
}

/** The plan of the supplier with a public uid; undefined when no supplier has it. */
export function planOfSupplierUid(snapshot: Snapshot, uid: string): ChannelPlan | undefined {
  const supplierId = snapshot.supplierByUid.get(uid);
  return supplierId === undefined ? undefined : planOfSupplier(snapshot, supplierId);
}

/** The plan of a supplier by id. */
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
      facts: remembered(snapshot.factsOfExchange, id, () => exchangeFacts(row)),
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
  });
  snapshot.supplierPlans.set(supplierId, plan);
  return plan;
}

function campaignsOf({ factsOfCampaigns }: Snapshot, demandId: number): TagFacts {
  return remembered(factsOfCampaigns, demandId, () => campaignsFacts(demandId));
}

function factsOf(snapshot: Snapshot, tagId: number): TagFacts | undefined {
  const known = snapshot.factsOfTag.get(tagId);
  if (known) return known;
  const row = snapshot.rows.tag.get(tagId);
  if (!row) return undefined;
  const facts = tagFacts(row);
  snapshot.factsOfTag.set(tagId, facts);
  return facts;
}

/** Whoever holds a map of it goes on with that map. */
function clear(snapshot: Snapshot): void {
  snapshot.rates = null;
  snapshot.version = 0;
  clearMaps(snapshot);
}
