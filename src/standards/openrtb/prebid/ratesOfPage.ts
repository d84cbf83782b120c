import { createRates, type Rates } from '../currency.ts';

/** The rates of a page: units of the inner currency per unit of the outer one, by ISO 4217 code. */
export type PageRateTable = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * The dollars per unit of each currency in a page’s table (Prebid: `ext.prebid.currency.rates`), found as Prebid Server
 * does: from the dollar, else to the dollar, else by a currency that has rates to both.
 */
export function ratesOfPage(table: PageRateTable): Rates {
  const usdPer: Record<string, number> = {};
  const rows = Object.entries(table).map(([from, row]) => ({ from, row, toUsd: row['USD'] }));
  for (const { row, toUsd } of rows) {
    if (toUsd !== undefined) for (const [to, rate] of Object.entries(row)) usdPer[to] ??= toUsd / rate;
  }
  for (const { from, toUsd } of rows) if (toUsd !== undefined) usdPer[from] = toUsd;
  for (const [to, rate] of Object.entries(table['USD'] ?? {})) usdPer[to] = 1 / rate;
  return createRates(usdPer);
}
