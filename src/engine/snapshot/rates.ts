import type { ExchangeRateRow } from '#model/index.ts';
import { createRates, type Rates } from '#standards/openrtb/currency.ts';
import type { Snapshot } from './snapshotState.ts';

/** What currencies are worth by the rates that the operator has set and not paused; read once after each change. */
export function ratesOf(snapshot: Snapshot): Rates {
  snapshot.rates ??= ratesOfRows([...snapshot.rows.exchangeRate.values()]);
  return snapshot.rates;
}

/** What currencies are worth by rows of rates; paused ones do not count. */
export function ratesOfRows(rows: readonly ExchangeRateRow[]): Rates {
  return createRates(
    Object.fromEntries(
      rows.filter(({ status }) => status === 1).map(({ currency, perUsd }) => [currency, 1 / Number(perUsd)]),
    ),
  );
}
