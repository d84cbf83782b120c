import type { ExchangeRateRow } from '#model/index.ts';
import { createRates, type Rates } from '#standards/openrtb/currency.ts';
import type { Snapshot } from './snapshotState.ts';

/** The exchange rates that the operator has set and not paused; computed once after each change. */
export function ratesOf(snapshot: Snapshot): Rates {
  snapshot.rates ??= ratesOfRows([...snapshot.rows.exchangeRate.values()]);
  return snapshot.rates;
}

/** The exchange rates of rows. Paused ones are left out. */
export function ratesOfRows(rows: readonly ExchangeRateRow[]): Rates {
  return createRates(
    Object.fromEntries(
      rows.filter(({ status }) => status === 1).map(({ currency, perUsd }) => [currency, 1 / Number(perUsd)]),
    ),
  );
}
