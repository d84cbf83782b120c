import { currencies } from './currencies.ts';
import { domainPattern, domainPatternText } from './domains.ts';
import { defineEntity, type Fault } from './entity.ts';
import { choice, date, money, optionalInteger, optionalReference, references, status, text, texts } from './fields.ts';
import { flightFaults } from './flightFaults.ts';

/** Whose bids a deal is about: those that our campaigns make, or those that are made to us. */
export const dealSides = [
  { value: 'buy', label: 'We buy: a supplier offers it' },
  { value: 'sell', label: 'We sell: we offer it to buyers' },
] as const;

/** How binding a deal is. */
export const dealTypes = [
  { value: 'private', label: 'Private auction' },
  { value: 'preferred', label: 'Preferred deal' },
  { value: 'guaranteed', label: 'Programmatic guaranteed' },
] as const;

/** What the winner of a deal pays: OpenRTB's `at` 1 to 3. */
export const dealPrices = [
  { value: 'first', label: 'What it bids' },
  { value: 'second', label: 'A cent more than the next best bid' },
  { value: 'fixed', label: 'The price of the deal' },
] as const;

const isBought = { field: 'side', is: ['buy'] } as const;
const isSold = { field: 'side', is: ['sell'] } as const;

/** An agreed price and identity under which inventory is bought or sold. */
export const deal = defineEntity({
  name: 'deal',
  label: 'Deal',
  pluralLabel: 'Deals',
  table: 'deals',
  path: 'demand/deals',
  ownedBy: 'account',
  isServed: true,
  removal: 'archive',
  fields: {
    status: { ...status(), help: 'A paused deal is neither offered nor bid on.' },
    name: text({ label: 'Name', unique: 'account', tab: 'Common', isQuick: true }),
    dealId: text({
      label: 'Deal ID',
      max: 100,
      pattern: /^\S+$/,
      patternText: 'No spaces',
      tab: 'Common',
      column: 'leading',
      help: 'The id that bid requests carry.',
    }),
    side: choice({ label: 'Side', choices: dealSides, default: 'buy', tab: 'Common', isImmutable: true }),
    type: choice({ label: 'Type', choices: dealTypes, default: 'private', tab: 'Common' }),
    supplierId: optionalReference({
      label: 'Supplier',
      target: 'supplier',
      tab: 'Common',
      shownWhen: isBought,
      help: 'Whose requests offer it. Empty = those of any supplier.',
    }),
    tagIds: references({
      label: 'Tags',
      target: 'tag',
      tab: 'Common',
      column: 'optional',
      shownWhen: isSold,
      help: 'The bidders to whom channels offer it.',
    }),
    adexchangeIds: references({
      label: 'Ad exchanges',
      target: 'adexchange',
      tab: 'Common',
      column: 'optional',
      shownWhen: isSold,
      help: 'The buyers to whom requests of suppliers are offered under it.',
    }),
    channelIds: references({
      label: 'Channels',
      target: 'channel',
      tab: 'Common',
      column: 'optional',
      shownWhen: isSold,
      help: 'Where it is offered. Empty = wherever those bidders are asked.',
    }),
    floor: money({
      label: 'Price',
      unit: 'USD CPM',
      default: '0.00',
      tab: 'Price',
      help: 'The least that is bid under it, or its fixed price.',
      isQuick: true,
    }),
    currency: choice({
      label: 'Currency',
      choices: currencies,
      default: 'USD',
      tab: 'Price',
      column: 'optional',
      shownWhen: isSold,
      help: 'In which bidders are told its price. Others than USD need an exchange rate on the platform.',
    }),
    price: choice({ label: 'The winner pays', choices: dealPrices, default: 'first', tab: 'Price', shownWhen: isSold }),
    startDate: date({
      label: 'First day',
      tab: 'Terms',
      help: 'In the time zone of the account. Empty = at once.',
      isQuick: true,
    }),
    endDate: date({ label: 'Last day', tab: 'Terms', help: 'Empty = for ever.', isQuick: true }),
    impsGoal: optionalInteger({
      label: 'Impressions agreed',
      min: 1,
      max: 1_000_000_000,
      tab: 'Terms',
      column: 'optional',
      shownWhen: { field: 'type', is: ['guaranteed'] },
    }),
    advertiserId: optionalReference({
      label: 'Advertiser',
      target: 'advertiser',
      tab: 'Terms',
      column: 'optional',
      shownWhen: isBought,
      help: 'Only its campaigns may use it. Empty = those of all.',
    }),
    seats: texts({
      label: 'Seats',
      item: 'seat',
      max: 100,
      itemMax: 64,
      tab: 'Terms',
      shownWhen: isSold,
      help: 'Only these seats of a buyer may use it. Empty = all.',
    }),
    adomains: texts({
      label: 'Advertisers’ domains',
      item: 'domain',
      max: 1000,
      itemMax: 253,
      pattern: domainPattern,
      patternText: domainPatternText,
      tab: 'Terms',
      shownWhen: isSold,
      help: 'Only these advertisers may be shown under it. Empty = all.',
    }),
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'optional', tab: 'Common' }),
  },
  uniqueTogether: [['demandId', 'side', 'dealId', 'supplierId']],
  copiedAnew: 'dealId',
  rules: (rule) => [
    ...(['startDate', 'endDate', 'impsGoal'] as const).map((path) =>
      rule(['type', path], (row) => guaranteeFaults(row, path)),
    ),
    rule(['startDate', 'endDate'], flightFaults),
  ],
});

/** The fault of what a guaranteed deal cannot be without. */
function guaranteeFaults<K extends string>(row: { type: string } & Record<K, unknown>, path: K): Fault[] {
  if (row.type !== 'guaranteed' || row[path] !== null) return [];
  return [{ code: 'required', message: 'A guaranteed deal needs it', path }];
}
