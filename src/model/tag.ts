import { defineEntity, type Fault } from './entity.ts';
import {
  choice,
  date,
  flag,
  integer,
  money,
  optionalInteger,
  optionalMoney,
  percent,
  reference,
  status,
  structure,
  text,
  texts,
  tree,
  uid,
  url,
  xml,
} from './fields.ts';
import { currencies } from './currencies.ts';
import { endpointFaults } from './endpointFaults.ts';
import { integrations } from './reference/integrations.ts';
import { preBidPartners } from './reference/partners/preBidPartners.ts';
import { cappedUntil, pixels, postbid, restrictions } from './restrictions.ts';
import { syncUrlFaults } from './syncMacros.ts';
import { paramFaults, partnerFaults, urlFaults, vastFaults } from './tagFaults.ts';

/** Where a tag's ad comes from. */
export const tagSources = [
  { value: 'url', label: 'Ad tag URL' },
  { value: 'stored', label: 'VAST stored here' },
] as const;

/** What is done with the answer of a tag URL. */
export const tagHandlings = [
  { value: 'unwrap', label: 'Fetch and unwrap here' },
  { value: 'wrap', label: 'Pass on as a wrapper' },
] as const;

/** How the price of an impression is known. */
export const rateModels = [
  { value: 'fixed', label: 'Fixed CPM' },
  { value: 'dynamic', label: 'Price in the answer, else CPM' },
] as const;

/** The versions of OpenRTB that bid endpoints are asked in. */
export const rtbVersions = [
  { value: '2.6', label: 'OpenRTB 2.6' },
  { value: '2.5', label: 'OpenRTB 2.5' },
] as const;

/** What the winner of an auction pays. */
export const auctionTypes = [
  { value: 'first', label: 'First price: what it bids' },
  { value: 'second', label: 'Second price: a cent more than the next best offer' },
] as const;

/** By what frequency caps tell viewers apart. */
export const viewerKinds = [
  { value: 'device', label: 'Device id, else address and browser' },
  { value: 'address', label: 'Address: a household' },
] as const;

/** The partners that tags reach through a Prebid Server. */
export const tagPartners = [
  { value: '', label: 'None' },
  ...preBidPartners
    .map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((a, b) => (a.label.toLowerCase() < b.label.toLowerCase() ? -1 : 1)),
] as const;

const isVast = { field: 'integration', is: ['VAST'] } as const;
const isRtb = { field: 'integration', is: ['RTB'] } as const;
const isPreBid = { field: 'integration', is: ['PreBid'] } as const;
const hasUrl = { all: [isVast, { field: 'source', is: ['url'] }] } as const;

/** A demand line: one source of ads of one advertiser, at one price. */
export const tag = defineEntity({
  name: 'tag',
  label: 'Tag',
  pluralLabel: 'Tags',
  table: 'tags',
  path: 'demand/tags',
  ownedBy: 'account',
  isServed: true,
  removal: 'archive',
  fields: {
    status: { ...status(), help: 'Only active tags are candidates.' },
    name: text({ label: 'Name', unique: 'account', tab: 'Common', isQuick: true }),
    uid: uid(),
    advertiserId: reference({ label: 'Advertiser', target: 'advertiser', tab: 'Common' }),
    integration: choice({
      label: 'Integration',
      choices: integrations,
      default: 'VAST',
      tab: 'Endpoint',
      column: 'leading',
      help: 'How the demand is asked: a VAST ad tag, an endpoint that takes bid requests, or a partner behind a Prebid Server.',
    }),
    source: choice({ label: 'Source', choices: tagSources, default: 'url', tab: 'Endpoint', shownWhen: isVast }),
    url: url({
      label: 'Ad tag URL',
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: hasUrl,
      macros: 'tag',
      help: 'Macros such as [CACHEBUSTING] or [PAGEURL] are filled at each request.',
    }),
    vastXml: xml({
      label: 'VAST',
      tab: 'Endpoint',
      shownWhen: { all: [isVast, { field: 'source', is: ['stored'] }] },
      help: 'A complete VAST 2.0 to 4.3 document, inline or wrapper.',
    }),
    endpoint: url({
      label: 'Bid endpoint',
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: isRtb,
      help: 'Where bid requests are posted to.',
    }),
    rtbVersion: choice({
      label: 'Protocol',
      choices: rtbVersions,
      default: '2.6',
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: isRtb,
    }),
    isGzipped: flag({
      label: 'Compress bid requests',
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: isRtb,
      help: 'Sends them with gzip; only for endpoints that take it.',
    }),
    seats: texts({
      label: 'Seats',
      item: 'seat',
      max: 100,
      itemMax: 64,
      tab: 'Endpoint',
      shownWhen: isRtb,
      help: 'Only these seats of the buyer may bid. Empty = all.',
    }),
    syncUrl: url({
      label: 'Cookie sync URL',
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: isRtb,
      macros: 'sync',
      help: 'Where browsers get the bidder’s id of their viewer from; {redirect} is where they are to bring it.',
    }),
    gvlId: optionalInteger({
      label: 'TCF vendor ID',
      min: 1,
      max: 65_535,
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: { any: [hasUrl, isRtb] },
      help: 'Its number in the Global Vendor List, by which consent is looked up. Empty = it learns no ids where the GDPR applies.',
    }),
    partner: choice({
      label: 'Partner',
      choices: tagPartners,
      default: '',
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: isPreBid,
    }),
    partnerParams: structure({
      label: 'Parameters',
      structure: 'partnerParams',
      tab: 'Endpoint',
      shownWhen: isPreBid,
    }),
    handling: choice({
      label: 'Handling',
      choices: tagHandlings,
      default: 'unwrap',
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: { any: [hasUrl, isRtb, isPreBid] },
      help: 'Unwrapped ads are checked before they serve; a wrapper is resolved by the player, without a check.',
    }),
    mediaTypes: tree({
      label: 'Media types',
      tree: 'mediaTypes',
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: { any: [isRtb, isPreBid] },
      help: 'What it is asked for. Empty = everything that an impression offers.',
    }),
    timeoutMs: integer({
      label: 'Timeout',
      min: 100,
      max: 5000,
      default: 1000,
      unit: 'ms',
      tab: 'Endpoint',
      column: 'optional',
      help: 'The time that it has to answer, with all wrappers of its chain.',
      isQuick: true,
    }),
    rateModel: choice({
      label: 'Rate model',
      choices: rateModels,
      default: 'fixed',
      tab: 'Price',
      shownWhen: isVast,
      isQuick: true,
    }),
    rate: money({
      label: 'Rate',
      unit: 'USD CPM',
      default: '0.00',
      tab: 'Price',
      shownWhen: isVast,
      elsewhere: 'Bids',
      help: 'What 1,000 impressions earn; with a dynamic rate, used when the answer names no price.',
      isQuick: true,
    }),
    floor: money({
      label: 'Floor',
      unit: 'USD CPM',
      default: '0.00',
      tab: 'Price',
      shownWhen: { any: [{ field: 'rateModel', is: ['dynamic'] }, isRtb, isPreBid] },
      help: 'Answers that pay less are refused.',
      isQuick: true,
    }),
    auctionType: choice({
      label: 'Auction',
      choices: auctionTypes,
      default: 'first',
      tab: 'Price',
      column: 'optional',
      shownWhen: isRtb,
    }),
    currency: choice({
      label: 'Currency',
      choices: currencies,
      default: 'USD',
      tab: 'Price',
      column: 'optional',
      shownWhen: isRtb,
      help: 'Of its floors and bids. Others than USD need an exchange rate on the platform.',
    }),
    marketplaceName: text({
      label: 'Marketplace name',
      max: 64,
      default: '',
      tab: 'Price',
      column: 'optional',
      shownWhen: { any: [isRtb, isPreBid] },
      help: 'The name under which reports show what it earns. Empty = the name of the partner, or of the tag.',
    }),
    startsOn: date({
      label: 'First day',
      tab: 'Delivery',
      column: 'optional',
      help: 'In the time zone of the account. Empty = at once.',
      isQuick: true,
    }),
    endsOn: date({ label: 'Last day', tab: 'Delivery', column: 'optional', help: 'Empty = for ever.', isQuick: true }),
    impsPerDay: optionalInteger({
      label: 'Impressions a day',
      min: 1,
      max: 1_000_000_000,
      tab: 'Delivery',
      column: 'optional',
      help: 'Once it has had them, it rests until midnight in the account’s time zone. Empty = no cap.',
      isQuick: true,
    }),
    impsTotal: optionalInteger({
      label: 'Impressions in all',
      min: 1,
      max: 1_000_000_000,
      tab: 'Delivery',
      column: 'optional',
      help: 'Once it has had them, it rests for good. Empty = no cap.',
      isQuick: true,
    }),
    spendPerDay: optionalMoney({
      label: 'Revenue a day',
      unit: 'USD',
      max: 999_999,
      tab: 'Delivery',
      column: 'optional',
      help: 'Once it has earned it, it rests until midnight in the account’s time zone. Empty = no cap.',
      isQuick: true,
    }),
    limits: structure({
      label: 'More caps',
      structure: 'limits',
      tab: 'Delivery',
      help: 'By minute, hour, week or month: used up as it comes, or spread evenly over the period.',
    }),
    qps: optionalInteger({
      label: 'Calls a second',
      min: 1,
      max: 1_000_000,
      tab: 'Delivery',
      column: 'optional',
      help: 'What comes faster passes it by; each ad server takes its part. Empty = no limit.',
      isQuick: true,
    }),
    freqImps: optionalInteger({
      label: 'Impressions a viewer',
      min: 1,
      max: 1000,
      tab: 'Delivery',
      column: 'optional',
      help: 'How often one viewer sees its ads in the time below. Empty = no limit.',
      isQuick: true,
    }),
    freqHours: integer({
      label: 'Within',
      min: 1,
      max: 720,
      default: 24,
      unit: 'hours',
      tab: 'Delivery',
      column: 'optional',
      help: 'The time in which the impressions of a viewer are counted.',
    }),
    freqBy: choice({
      label: 'A viewer is',
      choices: viewerKinds,
      default: 'device',
      tab: 'Delivery',
      column: 'optional',
    }),
    checkIVT: flag({
      label: 'Check for invalid traffic',
      tab: 'Delivery',
      column: 'optional',
      help: 'Requests that are found invalid never reach it.',
    }),
    postbidPix: { ...postbid.postbidPix, tab: 'Delivery' },
    postbidWh: { ...postbid.postbidWh, tab: 'Delivery' },
    cappedUntil,
    pace: {
      ...percent({
        label: 'Pace',
        default: 100,
        column: 'optional',
        help: 'The share of requests that it takes, so that its evenly paced caps last for their periods.',
      }),
      isGenerated: true,
    },
    ...restrictions,
    ivtIds: pixels,
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'none', tab: 'Common' }),
  },
  rules: (rule) => [
    rule(['integration', 'endpoint'], (row) => (row.integration === 'RTB' ? endpointFaults(row) : [])),
    rule(['integration', 'syncUrl'], (row) => (row.integration === 'RTB' ? syncUrlFaults(row.syncUrl) : [])),
    rule(['integration', 'partner'], partnerFaults),
    rule(['integration', 'partner', 'partnerParams'], paramFaults),
    rule(['integration', 'source', 'url'], urlFaults),
    rule(['integration', 'source', 'vastXml'], vastFaults),
    rule(['startsOn', 'endsOn'], flightFaults),
  ],
});

/** The fault of a flight that ends before it begins. Days are YYYY-MM-DD. */
function flightFaults({ startsOn, endsOn }: { startsOn: string | null; endsOn: string | null }): Fault[] {
  if (startsOn === null || endsOn === null || startsOn <= endsOn) return [];
  return [{ code: 'ends_before_start', message: 'Must not be before the first day', path: 'endsOn' }];
}
