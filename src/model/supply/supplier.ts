import { defineEntity } from '../entity/entity.ts';
import type { Fault } from '../entity/fault.ts';
import {
  choice,
  digest,
  flag,
  integer,
  money,
  optionalInteger,
  percent,
  status,
  text,
  tree,
  uid,
} from '../field/fields.ts';
import { paidPartner } from '../field/paymentFields.ts';
import { pixels, restrictions } from '../field/restrictions.ts';
import { secret } from '../field/secretField.ts';
import { rtbPartnerChoices } from '../reference/partnerChoices.ts';

/** Whether we bid on a supplier's requests. */
export const supplierModes = [
  { value: 'live', label: 'Live: we bid' },
  {
    value: 'test',
    label: 'Test: evaluated, never bids',
    formerLabels: ['Test: decided and counted, never bid'],
  },
] as const;

/** The price that a supplier charges for a winning bid. */
export const supplierAuctions = [
  { value: 'first', label: 'First price: we pay our bid', formerLabels: ['First price: what we bid'] },
  {
    value: 'second',
    label: 'Second price: price in notice',
    formerLabels: ['Second price: what it tells, at most what we bid'],
  },
] as const;

/** The notice that counts an impression and makes it billable. */
export const billingNotices = [
  { value: 'pixel', label: 'Our impression pixel', formerLabels: ['Our pixel in the markup'] },
  { value: 'burl', label: 'Billing notice (burl)', formerLabels: ['The billing notice (burl)'] },
  { value: 'nurl', label: 'Win notice (nurl)', formerLabels: ['The win notice (nurl)'] },
] as const;

export type BillingNotice = (typeof billingNotices)[number]['value'];

/** The format of the prices that a supplier fills into our notices. */
export const priceMacros = [
  { value: 'plain', label: 'Plain number', formerLabels: ['As a number'] },
  { value: 'encrypted', label: 'Encrypted with our keys' },
] as const;

const isEncrypted = { field: 'priceMacro', is: ['encrypted'] } as const;

/** A key by which a supplier encrypts prices. */
const priceKey = (label: string) =>
  secret({
    label,
    max: 64,
    pattern: /^[A-Za-z0-9_-]{43}=?$/,
    patternText: 'Must be 32 bytes in base64url',
    tab: 'Price',
    shownWhen: isEncrypted,
    help: 'Only its fingerprint is shown. Enter a new key to replace it.',
  });

/** An inbound OpenRTB partner that sells its inventory to the account. */
export const supplier = defineEntity({
  name: 'supplier',
  label: 'Supplier',
  pluralLabel: 'Suppliers',
  table: 'suppliers',
  path: 'demand/sups',
  ownedBy: 'account',
  isServed: true,
  removal: 'archive',
  fields: {
    status: { ...status(), help: 'A paused supplier gets no bids.' },
    name: text({ label: 'Name', unique: 'account', tab: 'Common', isQuick: true }),
    uid: uid(),
    mode: choice({
      label: 'Mode',
      choices: supplierModes,
      default: 'live',
      tab: 'Common',
      help: 'In test mode, requests are evaluated and traced as usual, and the response has no bid.',
      isQuick: true,
    }),
    partner: choice({
      label: 'Partner',
      choices: rtbPartnerChoices,
      default: '',
      tab: 'Common',
      column: 'optional',
      facts: 'partner',
      help: 'Company behind this supplier. Reports and lists can be grouped by it.',
    }),
    seat: text({
      label: 'Our seat',
      max: 100,
      default: '',
      tab: 'Common',
      column: 'optional',
      help: 'Our seat ID with the supplier, sent in bids (seat). Requests and deals limited to certain seats get a bid only if they include it. Empty = none.',
    }),
    keyDigest: { ...digest({ label: 'Key' }), logged: 'change' },
    mediaTypes: tree({
      label: 'Media types',
      tree: 'mediaTypes',
      tab: 'Requests',
      column: 'optional',
      help: 'Media types that we bid on. Empty = all that are offered.',
    }),
    qps: optionalInteger({
      label: 'QPS limit',
      formerLabels: ['Requests a second'],
      min: 1,
      max: 1_000_000,
      tab: 'Requests',
      help: 'Maximum requests per second, shared by all ad servers. Requests above it get no bid. Empty = no limit.',
      isQuick: true,
    }),
    latencyMs: integer({
      label: 'Network latency',
      formerLabels: ['Network time'],
      min: 0,
      max: 1000,
      default: 20,
      unit: 'ms',
      tab: 'Requests',
      column: 'optional',
      help: 'Deducted from the supplier’s time limit (tmax) for the round trip to us and back.',
    }),
    isSchainRequired: flag({
      label: 'Complete supply chain required',
      tab: 'Requests',
      column: 'optional',
      help: 'Requests without a complete supply chain (schain) get no bid.',
    }),
    isAdsTxtEnforced: flag({
      label: 'Enforce ads.txt',
      tab: 'Requests',
      column: 'optional',
      help: 'Requests from sites and apps whose ads.txt or app-ads.txt does not list their seller get no bid.',
    }),
    checkIVT: flag({
      label: 'Check for invalid traffic',
      tab: 'Requests',
      column: 'optional',
      help: 'Checks requests before any demand is called. Invalid traffic is counted, and blocked if the account blocks it.',
    }),
    margin: percent({
      label: 'Margin',
      isMoney: true,
      max: 90,
      default: 0,
      tab: 'Price',
      help: 'Percentage of every bid that the account keeps.',
      isQuick: true,
    }),
    floor: money({
      label: 'Floor',
      unit: 'USD CPM',
      default: '0.00',
      tab: 'Price',
      column: 'optional',
      help: 'Used when a request has no floor.',
      isQuick: true,
    }),
    auctionType: choice({
      label: 'Auction type',
      formerLabels: ['Auction'],
      choices: supplierAuctions,
      default: 'first',
      tab: 'Price',
      column: 'optional',
    }),
    billingNotice: choice({
      label: 'Count impressions by',
      formerLabels: ['Impressions count by'],
      choices: billingNotices,
      default: 'pixel',
      tab: 'Price',
      column: 'optional',
      help: 'Event that counts an impression and its cost. Must match what the supplier bills.',
    }),
    sendsWinNotices: flag({
      label: 'Sends win notices',
      formerLabels: ['Calls win notices'],
      formerNames: ['tellsWins'],
      default: true,
      tab: 'Price',
      column: 'optional',
      help: 'If off, the budget of a bid is held for as long as its impression can be billed.',
    }),
    priceMacro: choice({
      label: 'Price macro',
      choices: priceMacros,
      default: 'plain',
      tab: 'Price',
      column: 'optional',
    }),
    encryptionKey: priceKey('Encryption key'),
    integrityKey: priceKey('Integrity key'),
    ...paidPartner,
    ...restrictions,
    ivtIds: pixels,
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'none', tab: 'Common' }),
  },
  rules: (rule) => [
    rule(['priceMacro', 'encryptionKey'], (row) => keyFaults(row, 'encryptionKey')),
    rule(['priceMacro', 'integrityKey'], (row) => keyFaults(row, 'integrityKey')),
  ],
});

/** The fault of a missing key for decrypting prices. */
function keyFaults<K extends string>(row: { priceMacro: string } & Record<K, string>, path: K): Fault[] {
  if (row.priceMacro !== 'encrypted' || row[path] !== '') return [];
  return [{ code: 'required', message: 'Required for encrypted prices', path }];
}
