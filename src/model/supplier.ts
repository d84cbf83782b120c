import { defineEntity, type Fault } from './entity.ts';
import { choice, digest, flag, integer, money, optionalInteger, percent, status, text, tree, uid } from './fields.ts';
import { paidPartner } from './paymentFields.ts';
import { pixels, restrictions } from './restrictions.ts';

/** How far a supplier may be sold to. */
export const supplierModes = [
  { value: 'live', label: 'Live: we bid' },
  { value: 'test', label: 'Test: decided and counted, never bid' },
] as const;

/** What a supplier charges of a bid that wins. */
export const supplierAuctions = [
  { value: 'first', label: 'First price: what we bid' },
  { value: 'second', label: 'Second price: what it tells, at most what we bid' },
] as const;

/** What makes an impression count, and its price be owed. */
export const billingNotices = [
  { value: 'pixel', label: 'Our pixel in the markup' },
  { value: 'burl', label: 'The billing notice (burl)' },
  { value: 'nurl', label: 'The win notice (nurl)' },
] as const;

/** One of them. */
export type BillingNotice = (typeof billingNotices)[number]['value'];

/** How the price comes that a supplier fills into our notices. */
export const priceMacros = [
  { value: 'plain', label: 'As a number' },
  { value: 'encrypted', label: 'Encrypted with our keys' },
] as const;

const isEncrypted = { field: 'priceMacro', is: ['encrypted'] } as const;
const priceKey = {
  max: 64,
  default: '',
  pattern: /^([A-Za-z0-9_-]{43}=?)?$/,
  patternText: 'Must be 32 bytes in base64url',
};

/** An inbound RTB partner that sells its inventory to the account. */
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
      help: 'In test, requests are decided and traced like others, and answered without a bid.',
      isQuick: true,
    }),
    seat: text({
      label: 'Our seat',
      max: 100,
      default: '',
      tab: 'Common',
      column: 'optional',
      help: 'What it calls us among its buyers (seat): bids name it. Requests and deals that are for some seats alone are bid on only where they name it. Empty = none.',
    }),
    keyDigest: { ...digest({ label: 'Key' }), logged: 'change' },
    mediaTypes: tree({
      label: 'Media types',
      tree: 'mediaTypes',
      tab: 'Requests',
      column: 'optional',
      help: 'What we bid on. Empty = everything that it offers.',
    }),
    qps: optionalInteger({
      label: 'Requests a second',
      min: 1,
      max: 1_000_000,
      tab: 'Requests',
      help: 'What comes faster gets no bid; each ad server takes its part. Empty = no limit.',
      isQuick: true,
    }),
    latencyMs: integer({
      label: 'Network time',
      min: 0,
      max: 1000,
      default: 20,
      unit: 'ms',
      tab: 'Requests',
      column: 'optional',
      help: 'What its time limit (tmax) loses on the way to us and back.',
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
      help: 'Requests of sites and apps whose ads.txt or app-ads.txt does not name who sells them get no bid.',
    }),
    checkIVT: flag({
      label: 'Check for invalid traffic',
      tab: 'Requests',
      column: 'optional',
      help: 'Judges requests before anything is asked; what is found is counted, and refused where the account blocks it.',
    }),
    margin: percent({
      label: 'Margin',
      max: 90,
      default: 0,
      tab: 'Price',
      help: 'The part of every bid that the account keeps.',
      isQuick: true,
    }),
    floor: money({
      label: 'Floor',
      unit: 'USD CPM',
      default: '0.00',
      tab: 'Price',
      column: 'optional',
      help: 'Asked for where its requests name none.',
      isQuick: true,
    }),
    auctionType: choice({
      label: 'Auction',
      choices: supplierAuctions,
      default: 'first',
      tab: 'Price',
      column: 'optional',
    }),
    billingNotice: choice({
      label: 'Impressions count by',
      choices: billingNotices,
      default: 'pixel',
      tab: 'Price',
      column: 'optional',
      help: 'As agreed with it: what it bills by.',
    }),
    tellsWins: flag({
      label: 'Calls win notices',
      default: true,
      tab: 'Price',
      column: 'optional',
      help: 'Without them, the money of a bid is held for as long as its impression may be billed.',
    }),
    priceMacro: choice({
      label: 'Price macro',
      choices: priceMacros,
      default: 'plain',
      tab: 'Price',
      column: 'optional',
    }),
    encryptionKey: text({ label: 'Encryption key', ...priceKey, tab: 'Price', column: 'none', shownWhen: isEncrypted }),
    integrityKey: text({ label: 'Integrity key', ...priceKey, tab: 'Price', column: 'none', shownWhen: isEncrypted }),
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

/** The fault of a key that encrypted prices are read with and that is not there. */
function keyFaults<K extends string>(row: { priceMacro: string } & Record<K, string>, path: K): Fault[] {
  if (row.priceMacro !== 'encrypted' || row[path] !== '') return [];
  return [{ code: 'required', message: 'Required to read encrypted prices', path }];
}
