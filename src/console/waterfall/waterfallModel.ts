import type { WaterfallDisplay } from '#api/entities/listAnswer.ts';
import { type EntityName, nanosFromUsd, type Status, type Usd } from '#model/index.ts';
import type { EntityRow } from '../entities/useEntity.ts';

/** Which end of the relation is looked at from: a channel shows its tags, a tag its channels. */
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
    /** From 1 on; null = not known, or its channel has no such order. */
    place?: number | null;
  };

/** The rows of one tier. */
export interface TierGroup {
  tier: number;
  rows: WaterfallListRow[];
}

/** Rows by tier, the first tier first; inside one, bidders first, then the dearest, then by name. */
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

/** Whether the tag of a row bids, rather than having a rate or an answer that names its price. */
export function isBidder({ tag }: Pick<WaterfallListRow, 'tag'>): boolean {
  return tag !== undefined && tag.integration !== 'VAST';
}

/** The order inside a tier: bidders are asked at once; then the rate decides, and names among equal ones. */
function compareInTier(a: WaterfallListRow, b: WaterfallListRow): number {
  return Number(isBidder(b)) - Number(isBidder(a)) || compareRates(b, a) || compareNames(a, b) || a.id - b.id;
}

/** The row of a sorted tier before which another would stand; null = at its end. */
export function insertionPointIn(rows: readonly WaterfallListRow[], row: WaterfallListRow): number | null {
  return rows.find((each) => each.id !== row.id && compareInTier(row, each) < 0)?.id ?? null;
}

/** By row of a tier, the part of one in which it goes first among those of its rate; only where several can win. */
export function tieShares(rows: readonly WaterfallListRow[]): Map<number, number> {
  const byRate = new Map<bigint, WaterfallListRow[]>();
  for (const row of rows) {
    if (!row.isEnabled || isBidder(row) || blockerOf(row, 'channel') !== null) continue;
    const rate = nanosOf(row.tag?.rate);
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

/** What the row is called from a side: the tag of a channel, the channel of a tag. */
export function nameOf(row: WaterfallListRow, side: WaterfallSide): string {
  return side === 'channel' ? (row.tag?.name ?? `#${row.tagId}`) : (row.channel?.name ?? `#${row.channelId}`);
}

/**
 * Why a row cannot win as things stand, and the field that changes it; null when nothing stands in its way. Seen from a
 * channel, the state of that channel goes without saying.
 */
export function blockerOf(row: WaterfallListRow, side: WaterfallSide): WaterfallBlocker | null {
  const { tag, channel, tagId, channelId } = row;
  if (!tag || !channel) return null;
  const at = (entity: EntityName, id: number, field: string, text: string) => ({ text, entity, id, field });
  if (side === 'tag') {
    if (channel.status !== 1) return at('channel', channelId, 'status', `Channel ${wordOf(channel.status)}`);
    if (channel.rest) return at('channel', channelId, 'impsPerDay', 'Channel capped');
  }
  if (tag.status !== 1) return at('tag', tagId, 'status', `Tag ${wordOf(tag.status)}`);
  if (tag.advertiserStatus !== 1) {
    return at('advertiser', tag.advertiserId, 'status', `Advertiser ${wordOf(tag.advertiserStatus)}`);
  }
  if (tag.rest) return at('tag', tagId, pauseReasons[tag.rest].field, pauseReasons[tag.rest].text);
  if (!isBidder(row) && tag.rateModel === 'fixed' && nanosOf(tag.rate) < nanosOf(row.floor ?? channel.floor)) {
    return at('tag', tagId, 'rate', 'Below floor');
  }
  return null;
}

/** What keeps a row from winning, in words, and the field of the object where that is changed. */
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
