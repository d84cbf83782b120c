import { currencies } from '../money/currencies.ts';
import { domainPattern, domainPatternText, pastedDomain } from '../field/domains.ts';
import { defineEntity } from '../entity/entity.ts';
import type { Fault } from '../entity/fault.ts';
import {
  choice,
  date,
  money,
  optionalInteger,
  optionalReference,
  references,
  status,
  text,
  texts,
} from '../field/fields.ts';
import { flightFaults } from './flightFaults.ts';

/** The sides of a deal: bids of our campaigns, or bids that buyers send us. */
export const dealSides = [
  { value: 'buy', label: 'Buy: offered by a supplier', formerLabels: ['We buy: a supplier offers it'] },
  { value: 'sell', label: 'Sell: offered to buyers', formerLabels: ['We sell: we offer it to buyers'] },
] as const;

/** Deal types, by how binding they are. */
export const dealTypes = [
  { value: 'private', label: 'Private auction' },
  { value: 'preferred', label: 'Preferred deal' },
  { value: 'guaranteed', label: 'Programmatic guaranteed' },
] as const;

/** The price of a winning bid under a deal: OpenRTB's `at` 1 to 3. */
export const dealPrices = [
  { value: 'first', label: 'First price: winning bid', formerLabels: ['First price: its bid', 'What it bids'] },
  {
    value: 'second',
    label: 'Second price: next bid + $0.01',
    formerLabels: ['A cent more than the next best bid'],
  },
  { value: 'fixed', label: 'Fixed price of the deal', formerLabels: ['The price of the deal'] },
] as const;

const isBought = { field: 'side', is: ['buy'] } as const;
const isSold = { field: 'side', is: ['sell'] } as const;

/** An agreed ID and price under which inventory is bought or sold. */
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
      patternText: 'Must not contain spaces',
      tab: 'Common',
      column: 'leading',
      help: 'Deal ID used in bid requests.',
    }),
    side: choice({ label: 'Side', choices: dealSides, default: 'buy', tab: 'Common', isImmutable: true }),
    type: choice({ label: 'Type', choices: dealTypes, default: 'private', tab: 'Common' }),
    supplierId: optionalReference({
      label: 'Supplier',
      target: 'supplier',
      tab: 'Common',
      shownWhen: isBought,
      help: 'Supplier whose requests offer the deal. Empty = any supplier.',
    }),
    tagIds: references({
      label: 'Tags',
      target: 'tag',
      tab: 'Common',
      column: 'optional',
      shownWhen: isSold,
      help: 'Bidders that channels offer the deal to.',
    }),
    adexchangeIds: references({
      label: 'Ad exchanges',
      target: 'adexchange',
      tab: 'Common',
      column: 'optional',
      shownWhen: isSold,
      help: 'Buyers that the deal is offered to, on requests from suppliers.',
    }),
    channelIds: references({
      label: 'Channels',
      target: 'channel',
      tab: 'Common',
      column: 'optional',
      shownWhen: isSold,
      help: 'Channels that offer the deal. Empty = all channels that call these bidders.',
    }),
    floor: money({
      label: 'Price',
      unit: 'USD CPM',
      default: '0.00',
      tab: 'Price',
      help: 'Minimum bid, or the fixed price of the deal.',
      isQuick: true,
    }),
    currency: choice({
      label: 'Currency',
      choices: currencies,
      default: 'USD',
      tab: 'Price',
      column: 'optional',
      shownWhen: isSold,
      help: 'Currency in which bidders receive the price. Any currency other than USD needs an exchange rate on the platform.',
    }),
    price: choice({
      label: 'Auction type',
      formerLabels: ['The winner pays'],
      choices: dealPrices,
      default: 'first',
      tab: 'Price',
      shownWhen: isSold,
    }),
    startDate: date({
      label: 'Start date',
      formerLabels: ['First day'],
      tab: 'Terms',
      help: 'In the account’s time zone. Empty = starts immediately.',
      isQuick: true,
    }),
    endDate: date({
      label: 'End date',
      formerLabels: ['Last day'],
      tab: 'Terms',
      help: 'Empty = no end date.',
      isQuick: true,
    }),
    impsGoal: optionalInteger({
      label: 'Guaranteed impressions',
      formerLabels: ['Impressions agreed'],
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
      help: 'Only campaigns of this advertiser may use the deal. Empty = all.',
    }),
    seats: texts({
      label: 'Seats',
      item: 'seat',
      max: 100,
      itemMax: 64,
      tab: 'Terms',
      shownWhen: isSold,
      help: 'Only these buyer seats may use the deal. Empty = all.',
    }),
    adomains: texts({
      label: 'Advertiser domains',
      formerLabels: ['Advertisers’ domains'],
      item: 'domain',
      max: 1000,
      itemMax: 253,
      pattern: domainPattern,
      patternText: domainPatternText,
      rewrite: pastedDomain,
      tab: 'Terms',
      shownWhen: isSold,
      help: 'Only ads of these advertisers may serve under the deal. Empty = all.',
    }),
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'optional', tab: 'Common' }),
  },
  uniqueTogether: [['demandId', 'side', 'dealId', 'supplierId']],
  regeneratedOnClone: 'dealId',
  rules: (rule) => [
    ...(['startDate', 'endDate', 'impsGoal'] as const).map((path) =>
      rule(['type', path], (row) => guaranteeFaults(row, path)),
    ),
    rule(['startDate', 'endDate'], flightFaults),
  ],
});

/** The fault of a guaranteed deal without a required field. */
function guaranteeFaults<K extends string>(row: { type: string } & Record<K, unknown>, path: K): Fault[] {
  if (row.type !== 'guaranteed' || row[path] !== null) return [];
  return [{ code: 'required', message: 'Required for a guaranteed deal', path }];
}
