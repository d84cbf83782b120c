import type { WaterfallDisplay } from '#api/contract.ts';
import { nanosFromUsd, type Status, type Usd } from '#model/index.ts';
import type { EntityRow } from '../entities/useEntity.ts';

/** A row of a waterfall as the API lists it. */
export type WaterfallListRow = EntityRow &
  Partial<WaterfallDisplay> & {
    channelId: number;
    tagId: number;
    tier: number;
    weight: number;
    floor: Usd | null;
    isEnabled: boolean;
  };

/** The rows of one tier. */
export interface TierGroup {
  tier: number;
  rows: WaterfallListRow[];
}

/** Rows by tier, the first tier first; inside one, the dearest first, then by name. */
export function groupByTier(rows: readonly WaterfallListRow[]): TierGroup[] {
  const groups = new Map<number, WaterfallListRow[]>();
  for (const row of rows) groups.set(row.tier, [...(groups.get(row.tier) ?? []), row]);
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([tier, rows]) => ({
      tier,
      rows: rows.sort((a, b) => compareRates(b, a) || compareNames(a, b) || a.id - b.id),
    }));
}

function compareRates(a: WaterfallListRow, b: WaterfallListRow): number {
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

/** Why a row cannot win as things stand; null when nothing stands in its way. */
export function hindranceOf(row: WaterfallListRow): string | null {
  const { tag, channel } = row;
  if (!tag || !channel) return null;
  if (tag.status !== 1) return `Tag ${wordOf(tag.status)}`;
  if (tag.advertiserStatus !== 1) return `Advertiser ${wordOf(tag.advertiserStatus)}`;
  if (tag.rateModel === 'fixed' && nanosOf(tag.rate) < nanosOf(row.floor ?? channel.floor)) return 'Below floor';
  return null;
}

function wordOf(status: Status): string {
  return status === 0 ? 'paused' : 'archived';
}
