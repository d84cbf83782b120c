import type { RowByName, ServedEntity, SnapshotMessage, TagRow } from '#model/index.ts';
import { buildPlan, tagFacts, type ChannelPlan, type TagFacts } from './plan.ts';

type Rows = { [E in ServedEntity]: Map<number, RowByName[E]> };

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
  readonly channelsOfAccount: Index;
  readonly channelsOfSubpublisher: Index;
  readonly tagsOfAdvertiser: Index;
  readonly waterfallOfTag: Index;
  readonly waterfallOfChannel: Index;
  /** Plans that have been asked for and are still valid, by channel id. */
  readonly plans: Map<number, ChannelPlan>;
}

type Index = Map<number, Set<number>>;

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
    },
    channelByUid: new Map(),
    factsOfTag: new Map(),
    channelsOfAccount: new Map(),
    channelsOfSubpublisher: new Map(),
    tagsOfAdvertiser: new Map(),
    waterfallOfTag: new Map(),
    waterfallOfChannel: new Map(),
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
  const waterfall = [...(snapshot.waterfallOfChannel.get(channelId) ?? [])].flatMap((id) => {
    const row = rows.waterfallRow.get(id);
    const tag = row && factsOf(snapshot, row.tagId);
    return tag ? [{ row, tag, advertiser: rows.advertiser.get(tag.advertiserId) }] : [];
  });
  const plan = buildPlan({
    channel,
    account: rows.demand.get(channel.demandId ?? 0),
    subpublisher: rows.subpublisher.get(channel.subpublisherId ?? 0),
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
  snapshot.plans.clear();
  snapshot.version = 0;
}

type RowMessage = Extract<SnapshotMessage, { type: 'row' }>;

function applyRow(snapshot: Snapshot, message: RowMessage): void {
  const { rows, plans } = snapshot;
  const { id } = message;
  switch (message.entity) {
    case 'demand': {
      const before = put(rows.demand, id, message.row);
      if (isSame(before, message.row, ['status', 'priceReq', 'priceImp', 'priceDsp'])) return;
      forget(plans, snapshot.channelsOfAccount.get(id));
      return;
    }
    case 'subpublisher': {
      const before = put(rows.subpublisher, id, message.row);
      if (isSame(before, message.row, ['status', 'costModel', 'costShare', 'costCpm'])) return;
      forget(plans, snapshot.channelsOfSubpublisher.get(id));
      return;
    }
    case 'advertiser': {
      const before = put(rows.advertiser, id, message.row);
      if (isSame(before, message.row, ['status'])) return;
      for (const tagId of snapshot.tagsOfAdvertiser.get(id) ?? []) forgetPlansOfTag(snapshot, tagId);
      return;
    }
    case 'tag': {
      const before = put(rows.tag, id, message.row);
      if (isSame(before, message.row, tagColumns)) return;
      move(snapshot.tagsOfAdvertiser, id, before?.advertiserId, message.row?.advertiserId);
      snapshot.factsOfTag.delete(id);
      forgetPlansOfTag(snapshot, id);
      return;
    }
    case 'channel': {
      const before = put(rows.channel, id, message.row);
      move(snapshot.channelsOfAccount, id, before?.demandId, message.row?.demandId);
      move(snapshot.channelsOfSubpublisher, id, before?.subpublisherId, message.row?.subpublisherId);
      if (before && before.uid !== message.row?.uid) snapshot.channelByUid.delete(before.uid);
      if (message.row) snapshot.channelByUid.set(message.row.uid, id);
      plans.delete(id);
      return;
    }
    case 'waterfallRow': {
      const before = put(rows.waterfallRow, id, message.row);
      move(snapshot.waterfallOfChannel, id, before?.channelId, message.row?.channelId);
      move(snapshot.waterfallOfTag, id, before?.tagId, message.row?.tagId);
      if (before) plans.delete(before.channelId);
      if (message.row) plans.delete(message.row.channelId);
    }
  }
}

const tagColumns = [
  'status',
  'uid',
  'demandId',
  'advertiserId',
  'source',
  'url',
  'handling',
  'vastXml',
  'timeoutMs',
  'rateModel',
  'rate',
  'floor',
] as const satisfies readonly (keyof TagRow)[];

function forgetPlansOfTag(snapshot: Snapshot, tagId: number): void {
  for (const rowId of snapshot.waterfallOfTag.get(tagId) ?? []) {
    const row = snapshot.rows.waterfallRow.get(rowId);
    if (row) snapshot.plans.delete(row.channelId);
  }
}

function forget(plans: Snapshot['plans'], channels: Set<number> | undefined): void {
  for (const channelId of channels ?? []) plans.delete(channelId);
}

function put<T>(rows: Map<number, T>, id: number, row: T | null): T | undefined {
  const before = rows.get(id);
  if (row === null) rows.delete(id);
  else rows.set(id, row);
  return before;
}

/** Whether both rows exist and have equal values in these columns. */
function isSame<T extends object>(before: T | undefined, after: T | null, columns: readonly (keyof T)[]): boolean {
  return before != null && after != null && columns.every((column) => before[column] === after[column]);
}

/** Moves an id from one reference to another; null and undefined are no reference. */
function move(index: Index, id: number, from: number | null | undefined, to: number | null | undefined): void {
  if (from === to) return;
  if (from !== null && from !== undefined) {
    const set = index.get(from);
    set?.delete(id);
    if (set?.size === 0) index.delete(from);
  }
  if (to !== null && to !== undefined) {
    const set = index.get(to);
    if (set) set.add(id);
    else index.set(to, new Set([id]));
  }
}
