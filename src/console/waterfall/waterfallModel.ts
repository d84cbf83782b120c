import type { WaterfallDisplay } from '#api/entities/listResponse.ts';
import { type EntityName, nanosFromUsd, type Status, type Usd } from '#model/index.ts';
import type { EntityRow } from '../entities/useEntity.ts';

/** The side that a waterfall is shown from: a channel shows its tags, a tag its channels. */
export type WaterfallSide = 'channel' | 'tag';

/** A row of a waterfall as the API lists it. */
export type WaterfallListRow = EntityRow &
  Partial<WaterfallDisplay> & {
    channelId: number;
    tagId: number;
    tier: number;
    weight: number;
    floor: Usd | null;
    isEnabled: boolean;
    /** Rank in its tier, from 1; null = unknown, or the channel does not order by performance. */
    place?: number | null;
  };

/** The rows of one tier. */
export interface TierGroup {
  tier: number;
  rows: WaterfallListRow[];
}

/** Groups rows by tier in ascending order; within a tier bidders first, then by highest rate, then by name. */
export function groupByTier(rows: readonly WaterfallListRow[]): TierGroup[] {
  const groups = new Map<number, WaterfallListRow[]>();
  for (const row of rows) groups.set(row.tier, [...(groups.get(row.tier) ?? []), row]);
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([tier, rows]) => ({
      tier,
      rows: rows.sort(compareInTier),
    }));
}

/** True when a row's tag is a bidder, rather than having a rate or a VAST response with its price. */
export function isBidder({ tag }: Pick<WaterfallListRow, 'tag'>): boolean {
  return tag !== undefined && tag.integration !== 'VAST';
}

/**
 * The order within a tier: bidders first, as they are called in parallel; then the rate, and the name at equal rates.
 */
function compareInTier(a: WaterfallListRow, b: WaterfallListRow): number {
  return Number(isBidder(b)) - Number(isBidder(a)) || compareRates(b, a) || compareNames(a, b) || a.id - b.id;
}

/** ID of the row in a sorted tier that another one would be inserted before; null = at its end. */
export function insertionPointIn(rows: readonly WaterfallListRow[], row: WaterfallListRow): number | null {
  return rows.find((each) => each.id !== row.id && compareInTier(row, each) < 0)?.id ?? null;
}

/**
 * The fraction of requests in which each row of a tier is called first among rows of equal rate, by row; only where
 * several can win.
 */
export function tieShares(rows: readonly WaterfallListRow[]): Map<number, number> {
  const byRate = new Map<bigint, WaterfallListRow[]>();
  for (const row of rows) {
    // Users who do not see money do not know which rates are equal.
    if (row.tag?.rate === undefined) continue;
    if (!row.isEnabled || isBidder(row) || blockerOf(row, 'channel') !== null) continue;
    const rate = nanosOf(row.tag.rate);
    byRate.set(rate, [...(byRate.get(rate) ?? []), row]);
  }
  const shares = new Map<number, number>();
  for (const tied of byRate.values()) {
    const weights = tied.reduce((sum, { weight }) => sum + weight, 0);
    if (tied.length > 1) for (const { id, weight } of tied) shares.set(id, weight / weights);
  }
  return shares;
}

function compareRates(a: WaterfallListRow, b: WaterfallListRow): number {
  if (isBidder(a) && isBidder(b)) return 0;
  const difference = nanosOf(a.tag?.rate) - nanosOf(b.tag?.rate);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

function compareNames(a: WaterfallListRow, b: WaterfallListRow): number {
  return (a.tag?.name ?? '').localeCompare(b.tag?.name ?? '');
}

function nanosOf(usd: Usd | null | undefined): bigint {
  try {
    return nanosFromUsd(usd ?? '0');
  } catch {
    return 0n;
  }
}

/** The name of a row on a side: the tag of a channel, or the channel of a tag. */
export function nameOf(row: WaterfallListRow, side: WaterfallSide): string {
  return side === 'channel' ? (row.tag?.name ?? `#${row.tagId}`) : (row.channel?.name ?? `#${row.channelId}`);
}

/**
 * Returns why a row cannot win, with the field that changes it; null when it can. On a channel's side the state of that
 * channel is left out.
 */
export function blockerOf(row: WaterfallListRow, side: WaterfallSide): WaterfallBlocker | null {
  const { tag, channel, tagId, channelId } = row;
  if (!tag || !channel) return null;
  const at = (entity: EntityName, id: number, field: string, text: string) => ({ text, entity, id, field });
  if (side === 'tag') {
    if (channel.status !== 1) return at('channel', channelId, 'status', `Channel ${wordOf(channel.status)}`);
    if (channel.inactiveReason) return at('channel', channelId, 'impsPerDay', 'Channel capped');
  }
  if (tag.status !== 1) return at('tag', tagId, 'status', `Tag ${wordOf(tag.status)}`);
  if (tag.advertiserStatus !== 1) {
    return at('advertiser', tag.advertiserId, 'status', `Advertiser ${wordOf(tag.advertiserStatus)}`);
  }
  if (tag.inactiveReason)
    return at('tag', tagId, pauseReasons[tag.inactiveReason].field, pauseReasons[tag.inactiveReason].text);
  if (!isBidder(row) && tag.rateModel === 'fixed' && nanosOf(tag.rate) < nanosOf(row.floor ?? channel.floor)) {
    return at('tag', tagId, 'rate', 'Below floor');
  }
  return null;
}

/** Why a row cannot win, as text, with the object and field where that is changed. */
export interface WaterfallBlocker {
  text: string;
  entity: EntityName;
  id: number;
  field: string;
}

const pauseReasons = {
  scheduled: { text: 'Scheduled', field: 'startsOn' },
  ended: { text: 'Ended', field: 'endsOn' },
  capped: { text: 'Capped', field: 'impsPerDay' },
};

function wordOf(status: Status): string {
  return status === 0 ? 'paused' : 'archived';
}
