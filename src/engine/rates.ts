import { createRates, type Rates } from '#standards/openrtb/currency.ts';
import type { Snapshot } from './snapshot.ts';

/** What currencies are worth by the rates that the operator has set and not paused; read once after each change. */
export function ratesOf(snapshot: Snapshot): Rates {
  snapshot.rates ??= createRates(
    Object.fromEntries(
      [...snapshot.rows.exchangeRate.values()]
        .filter(({ status }) => status === 1)
        .map(({ currency, perUsd }) => [currency, 1 / Number(perUsd)]),
    ),
  );
  return snapshot.rates;
}
