import type { OtherRows, RowByName, ServedEntity, SnapshotMessage } from '#model/index.ts';
import type { Rates } from '#standards/openrtb/currency.ts';
import {
  forgetCarried,
  forgetObject,
  forgetPlans,
  isListEntity,
  pixelsFor,
  restrictionOfObject,
  reviewList,
} from './carried.ts';
import { completeRow } from './completeRow.ts';
import { moveId, type IdIndex } from './idIndex.ts';
import { isSame } from './isSame.ts';
import { emptyLinks, relink, type Carried, type Carrier, type Links } from './links.ts';
import type { ListKey, LoadedMembers, WantedMembers } from './listSet.ts';
import { deliveryColumns, factColumns, planColumns, restrictingColumns } from './planColumns.ts';
import { buildPlan, tagFacts, type ChannelPlan, type TagFacts } from './plan.ts';
import { type AdsTxtIndex, clearAdsTxtIndex, emptyAdsTxtIndex, indexApp, indexFile } from './sellers/adsTxtIndex.ts';
import { clearSdkIndex, emptySdkIndex, indexKeys, type SdkIndex } from './sdkIndex.ts';
import { clearSyncIndex, emptySyncIndex, indexAccount, indexTag, type SyncIndex } from './sync/syncIndex.ts';
import type { CompiledTargeting } from './targeting/compileTargeting.ts';
import { join, type Restriction } from './targeting/restriction.ts';

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
  readonly factsOfTag: Map<number, TagFacts>;
  /** Reverse references, by the id that is referred to. */
  readonly channelsOfAccount: IdIndex;
  readonly channelsOfSubpublisher: IdIndex;
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
  readonly restrictions: Map<`${Exclude<Carrier, 'targeting'>}:${number}`, Restriction>;
  readonly sdk: SdkIndex;
  /** Who takes part in cookie syncs: ask `accountOfUid`, `bidderOfUid` and `syncTagsOf`. */
  readonly sync: SyncIndex;
  /** Whom sites and apps let sell: ask `adsTxtState`. */
  readonly adsTxt: AdsTxtIndex;
  /** What `ratesOf` read and is still valid. */
  rates: Rates | null;
  /** Plans that have been asked for and are still valid, by channel id. */
  readonly plans: Map<number, ChannelPlan>;
}

/** A snapshot without any entity, at version 0. */
export function emptySnapshot(): Snapshot {
  return {
    version: 0,
    rows: {
      demand: new Map(),
      advertiser: new Map(),
      subpublisher: new Map(),
      tag: new Map(),
      channel: new Map(),
      waterfallRow: new Map(),
      targeting: new Map(),
      appList: new Map(),
      creList: new Map(),
      pubList: new Map(),
      ivt: new Map(),
      sdkApp: new Map(),
      sdkPlacement: new Map(),
      sdkConfig: new Map(),
      exchangeRate: new Map(),
      adsTxtFile: new Map(),
      adsTxtApp: new Map(),
      watch: new Map(),
    },
    channelByUid: new Map(),
    factsOfTag: new Map(),
    channelsOfAccount: new Map(),
    channelsOfSubpublisher: new Map(),
    tagsOfAdvertiser: new Map(),
    waterfallOfTag: new Map(),
    waterfallOfChannel: new Map(),
    pixelsOfAccount: new Map(),
    links: emptyLinks(),
    members: new Map(),
    wantedMembers: new Map(),
    compiledTargetings: new Map(),
    restrictions: new Map(),
    sdk: emptySdkIndex(),
    sync: emptySyncIndex(),
    adsTxt: emptyAdsTxtIndex(),
    rates: null,
    plans: new Map(),
  };
}

/** Applies one message of the feed. The cost is that of the plans it touches, whatever the size of the snapshot. */
export function applyMessage(snapshot: Snapshot, message: SnapshotMessage): void {
  switch (message.type) {
    case 'reset':
      clear(snapshot);
      return;
    case 'version':
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
  });
  snapshot.plans.set(channelId, plan);
  return plan;
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

function clear(snapshot: Snapshot): void {
  for (const rows of Object.values(snapshot.rows)) rows.clear();
  snapshot.channelByUid.clear();
  snapshot.factsOfTag.clear();
  snapshot.channelsOfAccount.clear();
  snapshot.channelsOfSubpublisher.clear();
  snapshot.tagsOfAdvertiser.clear();
  snapshot.waterfallOfTag.clear();
  snapshot.waterfallOfChannel.clear();
  snapshot.pixelsOfAccount.clear();
  for (const carriers of Object.values(snapshot.links)) carriers.clear();
  snapshot.members.clear();
  snapshot.wantedMembers.clear();
  snapshot.compiledTargetings.clear();
  snapshot.restrictions.clear();
  clearSdkIndex(snapshot.sdk);
  clearSyncIndex(snapshot.sync);
  clearAdsTxtIndex(snapshot.adsTxt);
  snapshot.rates = null;
  snapshot.plans.clear();
  snapshot.version = 0;
}

type RowMessage = Extract<SnapshotMessage, { type: 'row' }>;

function applyRow(snapshot: Snapshot, message: RowMessage): void {
  const { rows, plans } = snapshot;
  const { id } = message;
  switch (message.entity) {
    case 'demand': {
      const row = completed('demand', message.row);
      const before = put(rows.demand, id, row);
      indexAccount(snapshot.sync, id, before, row);
      if (isSame(before, row, planColumns)) return;
      forgetPlans(snapshot, snapshot.channelsOfAccount.get(id));
      return;
    }
    case 'subpublisher': {
      const row = completed('subpublisher', message.row);
      const before = put(rows.subpublisher, id, row);
      follow(snapshot, 'subpublisher', id, { before, after: row });
      if (isSame(before, row, ['status', 'costModel', 'costShare', 'costCpm', ...restrictingColumns])) return;
      forgetObject(snapshot, 'subpublisher', id);
      return;
    }
    case 'advertiser': {
      const row = completed('advertiser', message.row);
      const before = put(rows.advertiser, id, row);
      follow(snapshot, 'advertiser', id, { before, after: row });
      if (!isSame(before, row, ['status', ...restrictingColumns])) forgetObject(snapshot, 'advertiser', id);
      return;
    }
    case 'tag': {
      const row = completed('tag', message.row);
      const before = put(rows.tag, id, row);
      follow(snapshot, 'tag', id, { before, after: row });
      moveId(snapshot.tagsOfAdvertiser, id, before?.advertiserId, row?.advertiserId);
      indexTag(snapshot.sync, id, before, row);
      // A marketplace may go by the name of the tag.
      const isNamed = row?.integration !== 'VAST' && !isSame(before, row, ['name']);
      if (isNamed || !isSame(before, row, factColumns)) snapshot.factsOfTag.delete(id);
      else if (isSame(before, row, [...deliveryColumns, ...restrictingColumns])) return;
      forgetObject(snapshot, 'tag', id);
      return;
    }
    case 'channel': {
      const row = completed('channel', message.row);
      const before = put(rows.channel, id, row);
      follow(snapshot, 'channel', id, { before, after: row });
      moveId(snapshot.channelsOfAccount, id, before?.demandId, row?.demandId);
      moveId(snapshot.channelsOfSubpublisher, id, before?.subpublisherId, row?.subpublisherId);
      if (before && before.uid !== row?.uid) snapshot.channelByUid.delete(before.uid);
      if (row) snapshot.channelByUid.set(row.uid, id);
      forgetObject(snapshot, 'channel', id);
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
    case 'targeting': {
      const row = completed('targeting', message.row);
      const before = put(rows.targeting, id, row);
      follow(snapshot, 'targeting', id, { before, after: row });
      forgetCarried(snapshot, 'targeting', id);
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
      moveId(snapshot.pixelsOfAccount, id, accountCarrying(before), accountCarrying(row));
      for (const each of [before, row]) {
        if (each?.scope === 'all') forgetPlans(snapshot, snapshot.channelsOfAccount.get(each.demandId ?? 0));
      }
      forgetCarried(snapshot, 'ivt', id);
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
  }
}

function completed<E extends ServedEntity>(name: E, row: RowByName[E] | null): RowByName[E] | null {
  return row && completeRow(name, row);
}

/** Follows what a row carries: lists that were not carried before are wanted, and those that nobody carries any more not. */
function follow(
  snapshot: Snapshot,
  carrier: Carrier,
  id: number,
  change: { before: RowByName[Carrier] | undefined; after: RowByName[Carrier] | null },
): void {
  for (const [target, targetId] of relink(snapshot.links, carrier, id, change)) {
    if (isListEntity(target)) reviewList(snapshot, target, targetId);
  }
}

type ListRow = RowByName['appList' | 'creList' | 'pubList'];

function applyList(
  snapshot: Snapshot,
  entity: Extract<Carried, 'appList' | 'creList' | 'pubList'>,
  id: number,
  before: ListRow | undefined,
): void {
  reviewList(snapshot, entity, id);
  const row = snapshot.rows[entity].get(id);
  // Other contents count from the moment at which they are in memory.
  const isEmpty = (each: ListRow | undefined) => each?.membersHash === '';
  if (isSame<ListRow>(before, row ?? null, ['status', 'mode']) && isEmpty(before) === isEmpty(row)) return;
  forgetCarried(snapshot, entity, id);
}

/** The account all of whose ads carry a pixel. */
function accountCarrying(row: RowByName['ivt'] | null | undefined): number | null {
  return row?.scope === 'all' && row.status === 1 ? row.demandId : null;
}

function put<T>(rows: Map<number, T>, id: number, row: T | null): T | undefined {
  const before = rows.get(id);
  if (row === null) rows.delete(id);
  else rows.set(id, row);
  return before;
}
