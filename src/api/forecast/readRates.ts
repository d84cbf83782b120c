import type { SupplySource } from '#engine/buying/supplySource.ts';
import type { WinRates } from '#engine/forecast/campaignForecast.ts';
import type { SupplierRow } from '#model/index.ts';
import type { FactReader } from '../reports/runReport.ts';

/** Win and impression rates of bids by the place they are sent to. */
export type RatesAt = (supplySource: SupplySource) => WinRates;

/** Minimum bids of a place; below, the account's average rates are used. */
const minSent = 100;

interface Sent {
  sent: number;
  wins: number;
  imps: number;
}

/**
 * Reads the share of sent bids that win and become impressions, by supplier or channel, over all buyers there. A
 * channel has no auction after ours, and for suppliers without win notices impressions count as wins. `isKnown` is
 * false when the account sent no bids in this time: then all rates are 1.
 */
export async function readRates(
  facts: FactReader,
  { demandId, from, to }: { demandId: number; from: number; to: number },
  suppliers: readonly SupplierRow[],
  signal: AbortSignal,
): Promise<{ at: RatesAt; isKnown: boolean }> {
  const rows = await facts.query<{ supplierId: number; channelId: number; sent: string; wins: string; imps: string }>(
    `SELECT supplierId, channelId, sumIf(candidates, reason = '') AS sent, sum(hourly_buying.wins) AS wins,
       sum(hourly_buying.imps) AS imps
     FROM hourly_buying
     WHERE demandId = {demandId:UInt32} AND hour BETWEEN toStartOfHour(toDateTime({from:UInt32})) AND toDateTime({to:UInt32})
     GROUP BY supplierId, channelId`,
    { demandId, from: Math.floor(from / 1000), to: Math.ceil(to / 1000) },
    { signal },
  );
  const reportingWins = new Set(suppliers.filter(({ sendsWinNotices }) => sendsWinNotices).map(({ id }) => id));
  const byPlace = new Map<string, Sent>();
  const all: Sent = { sent: 0, wins: 0, imps: 0 };
  for (const { supplierId, channelId, sent, wins, imps } of rows) {
    const known = byPlace.get(`${supplierId} ${channelId}`) ?? { sent: 0, wins: 0, imps: 0 };
    byPlace.set(`${supplierId} ${channelId}`, known);
    const won = supplierId === 0 ? Number(sent) : reportingWins.has(supplierId) ? Number(wins) : Number(imps);
    for (const sums of [known, all]) {
      sums.sent += Number(sent);
      sums.wins += won;
      sums.imps += Number(imps);
    }
  }
  return {
    isKnown: all.sent > 0,
    at({ supplierId, channelId }) {
      const known = byPlace.get(`${supplierId} ${channelId}`);
      return ratesOf(known && known.sent >= minSent ? known : all);
    },
  };
}

function ratesOf({ sent, wins, imps }: Sent): WinRates {
  if (sent === 0) return { wins: 1, imps: 1 };
  const shown = Math.min(1, imps / sent);
  return { wins: Math.min(1, Math.max(shown, wins / sent)), imps: shown };
}
