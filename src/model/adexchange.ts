import { currencies } from './currencies.ts';
import { blockedAds } from './blockedAds.ts';
import { defineEntity, type Fault } from './entity.ts';
import {
  choice,
  flag,
  integer,
  money,
  optionalInteger,
  optionalMoney,
  percent,
  references,
  status,
  text,
  texts,
  tree,
  uid,
  url,
} from './fields.ts';
import { payingPartner } from './paymentFields.ts';
import { cappedUntil, pixels, restrictions } from './restrictions.ts';
import { syncUrlFaults } from './syncMacros.ts';
import { auctionTypes, rtbVersions } from './tag.ts';

/** An outbound RTB buyer that competes for supplier traffic. */
export const adexchange = defineEntity({
  name: 'adexchange',
  label: 'Ad exchange',
  pluralLabel: 'Ad exchanges',
  table: 'adexchanges',
  path: 'demand/adexchanges',
  ownedBy: 'account',
  isServed: true,
  removal: 'archive',
  fields: {
    status: { ...status(), help: 'Only active ad exchanges are asked for bids.' },
    name: text({ label: 'Name', unique: 'account', tab: 'Common', isQuick: true }),
    uid: uid(),
    endpoint: url({ label: 'Bid endpoint', tab: 'Endpoint', help: 'Where bid requests are posted to.' }),
    rtbVersion: choice({
      label: 'Protocol',
      choices: rtbVersions,
      default: '2.6',
      tab: 'Endpoint',
      column: 'optional',
    }),
    isGzipped: flag({
      label: 'Compress bid requests',
      tab: 'Endpoint',
      column: 'optional',
      help: 'Sends them with gzip; only for endpoints that take it.',
    }),
    timeoutMs: integer({
      label: 'Timeout',
      min: 50,
      max: 5000,
      default: 200,
      unit: 'ms',
      tab: 'Endpoint',
      help: 'The time that it has to answer, within the time that the supplier gives us.',
      isQuick: true,
    }),
    mediaTypes: tree({
      label: 'Media types',
      tree: 'mediaTypes',
      tab: 'Endpoint',
      column: 'optional',
      help: 'What it is asked for. Empty = everything that an impression offers.',
    }),
    seats: texts({
      label: 'Seats',
      item: 'seat',
      max: 100,
      itemMax: 64,
      tab: 'Endpoint',
      help: 'Only these seats of the buyer may bid. Empty = all.',
    }),
    syncUrl: url({
      label: 'Cookie sync URL',
      tab: 'Endpoint',
      column: 'optional',
      macros: 'sync',
      help: 'Where browsers get the buyer’s id of their viewer from; {redirect} is where they are to bring it.',
    }),
    gvlId: optionalInteger({
      label: 'TCF vendor ID',
      min: 1,
      max: 65_535,
      tab: 'Endpoint',
      column: 'optional',
      help: 'Its number in the Global Vendor List, by which consent is looked up. Empty = it learns no ids where the GDPR applies.',
    }),
    supplierIds: references({
      label: 'Suppliers',
      target: 'supplier',
      tab: 'Requests',
      column: 'optional',
      help: 'Whose requests it is asked about. Empty = those of all.',
    }),
    qps: optionalInteger({
      label: 'Calls a second',
      min: 1,
      max: 1_000_000,
      tab: 'Requests',
      help: 'What comes faster passes it by; each ad server takes its part. Empty = no limit.',
      isQuick: true,
    }),
    needsDeviceId: flag({
      label: 'Device id required',
      tab: 'Requests',
      column: 'optional',
      help: 'It is not asked about devices whose advertising id is unknown or may not be told.',
    }),
    checkIVT: flag({
      label: 'Check for invalid traffic',
      tab: 'Requests',
      column: 'optional',
      help: 'Requests that are found invalid never reach it.',
    }),
    margin: percent({
      label: 'Margin',
      max: 90,
      default: 0,
      tab: 'Price',
      help: 'The part of its bids that the account keeps, beside the margin of the supplier.',
      isQuick: true,
    }),
    floor: money({
      label: 'Floor',
      unit: 'USD CPM',
      default: '0.00',
      tab: 'Price',
      help: 'Bids that pay less are refused.',
      isQuick: true,
    }),
    auctionType: choice({
      label: 'Auction',
      choices: auctionTypes,
      default: 'first',
      tab: 'Price',
      column: 'optional',
    }),
    currency: choice({
      label: 'Currency',
      choices: currencies,
      default: 'USD',
      tab: 'Price',
      column: 'optional',
      help: 'Of its floors and bids. Others than USD need an exchange rate on the platform.',
    }),
    spendPerDay: optionalMoney({
      label: 'Revenue a day',
      unit: 'USD',
      max: 999_999,
      tab: 'Price',
      column: 'optional',
      help: 'Once it has spent it with us, it rests until midnight in the account’s time zone. Empty = no cap.',
      isQuick: true,
    }),
    ...payingPartner,
    ...blockedAds,
    blockedCreatives: texts({
      label: 'Blocked creatives',
      item: 'creative id',
      max: 1000,
      tab: 'Quality',
      help: 'By the ids that its bids give them (crid).',
    }),
    cappedUntil,
    ...restrictions,
    ivtIds: pixels,
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'none', tab: 'Common' }),
  },
  check({ endpoint, syncUrl }): Fault[] {
    const faults = syncUrlFaults(syncUrl);
    if (endpoint !== '') return faults;
    return [{ code: 'required', message: 'A bid endpoint is required', path: 'endpoint' }, ...faults];
  },
});
