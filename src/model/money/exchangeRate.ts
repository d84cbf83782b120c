import { currencies } from './currencies.ts';
import { defineEntity } from '../entity/entity.ts';
import { choice, money, status, text } from '../field/fields.ts';

const ratedCurrencies = currencies.filter(({ value }) => value !== 'USD');

/** An exchange rate, for bids and floors of demand in other currencies. */
export const exchangeRate = defineEntity({
  name: 'exchangeRate',
  label: 'Exchange rate',
  pluralLabel: 'Exchange rates',
  table: 'exchange_rates',
  path: 'exchangerates',
  ownedBy: 'platform',
  isServed: true,
  removal: 'archive',
  fields: {
    /** The name of the currency. */
    name: { ...text({ label: 'Name', default: '' }), isGenerated: true },
    currency: {
      ...choice({ label: 'Currency', choices: ratedCurrencies, column: 'none', isImmutable: true }),
      unique: 'platform' as const,
    },
    perUsd: money({
      label: 'Rate',
      unit: 'per US dollar',
      max: 999_999,
      help: 'Units of the currency per US dollar. For the euro, 0.92 means $1 = €0.92.',
      isQuick: true,
    }),
    status: { ...status(), help: 'Demand in a currency without an active rate is not called.' },
  },
  rules: (rule) => [
    rule(['perUsd'], ({ perUsd }) =>
      Number(perUsd) > 0 ? [] : [{ code: 'too_small', message: 'Must be more than 0', path: 'perUsd' }],
    ),
  ],
  derive: ({ currency }) => ({ name: ratedCurrencies.find(({ value }) => value === currency)?.label ?? currency }),
});
