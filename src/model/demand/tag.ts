import { defineEntity } from '../entity/entity.ts';
import type { Fault } from '../entity/fault.ts';
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
} from '../field/fields.ts';
import { currencies } from '../money/currencies.ts';
import { auctionTypes } from './auctionTypes.ts';
import { endpointFaults } from './endpointFaults.ts';
import { integrations } from '../reference/integrations.ts';
import { tagPartnerChoices } from '../reference/partnerChoices.ts';
import { cappedUntil, pixels, verificationFields, restrictions } from '../field/restrictions.ts';
import { syncUrlFaults } from './syncMacros.ts';
import {
  endpointPatternFaults,
  paramFaults,
  partnerFaults,
  urlFaults,
  urlPatternFaults,
  vastFaults,
} from './tagFaults.ts';

/** The source of a tag's ad. */
export const tagSources = [
  { value: 'url', label: 'Ad tag URL' },
  { value: 'stored', label: 'Stored VAST', formerLabels: ['VAST stored here'] },
] as const;

/** Handling of the response of a tag URL. */
export const tagHandlings = [
  { value: 'unwrap', label: 'Unwrap on our server', formerLabels: ['Fetch and unwrap here'] },
  { value: 'wrap', label: 'Return as wrapper', formerLabels: ['Pass on as a wrapper'] },
] as const;

/** Pricing of a tag. */
export const rateModels = [
  { value: 'fixed', label: 'Fixed CPM' },
  { value: 'dynamic', label: 'Dynamic: price in VAST, else CPM', formerLabels: ['Price in the answer, else CPM'] },
] as const;

/** The OpenRTB versions of bid endpoints. */
export const rtbVersions = [
  { value: '2.6', label: 'OpenRTB 2.6' },
  { value: '2.5', label: 'OpenRTB 2.5' },
] as const;

/** Viewer identification of frequency caps. */
export const viewerKinds = [
  {
    value: 'device',
    label: 'Device ID, else IP and browser',
    formerLabels: ['Device id, else address and browser'],
  },
  { value: 'address', label: 'IP address: household', formerLabels: ['Address: a household'] },
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
    status: { ...status(), help: 'Only active tags serve.' },
    name: text({ label: 'Name', unique: 'account', tab: 'Common', isQuick: true }),
    uid: uid(),
    advertiserId: reference({ label: 'Advertiser', target: 'advertiser', tab: 'Common' }),
    integration: choice({
      label: 'Integration',
      choices: integrations,
      default: 'VAST',
      tab: 'Endpoint',
      column: 'leading',
      help: 'How the demand is connected: a VAST ad tag, an OpenRTB bid endpoint, or a partner through Prebid Server.',
    }),
    partner: choice({
      label: 'Partner',
      choices: tagPartnerChoices,
      default: '',
      tab: 'Endpoint',
      column: 'optional',
      facts: 'partner',
      help: 'Company that buys through this tag. Reports and lists can be grouped by it.',
    }),
    source: choice({ label: 'Source', choices: tagSources, default: 'url', tab: 'Endpoint', shownWhen: isVast }),
    url: url({
      label: 'Ad tag URL',
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: hasUrl,
      macros: 'tag',
      help: 'Macros such as [CACHEBUSTING] or [PAGEURL] are replaced on each request.',
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
      help: 'URL that bid requests are sent to (HTTP POST).',
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
      help: 'Compresses bid requests with gzip. Use only if the endpoint supports it.',
    }),
    seats: texts({
      label: 'Seats',
      item: 'seat',
      max: 100,
      itemMax: 64,
      tab: 'Endpoint',
      shownWhen: isRtb,
      help: 'Only these buyer seats may bid. Empty = all.',
    }),
    syncUrl: url({
      label: 'Cookie sync URL',
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: isRtb,
      macros: 'sync',
      help: 'URL that browsers call to get the bidder’s user ID. {redirect} is replaced with the URL that the ID is returned to.',
    }),
    gvlId: optionalInteger({
      label: 'TCF vendor ID',
      min: 1,
      max: 65_535,
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: { any: [hasUrl, isRtb] },
      help: 'ID in the IAB Global Vendor List, used to check consent. Empty = no user IDs are sent where the GDPR applies.',
    }),
    partnerParams: structure({
      label: 'Parameters',
      structure: 'partnerParams',
      tab: 'Endpoint',
      shownWhen: isPreBid,
    }),
    handling: choice({
      label: 'VAST handling',
      formerLabels: ['Handling'],
      choices: tagHandlings,
      default: 'unwrap',
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: { any: [hasUrl, isRtb, isPreBid] },
      help: 'Unwrapped ads are checked before they serve. Wrappers are resolved by the player and not checked. In pods and slots of an exact length, they serve only if a bid states their duration.',
    }),
    mediaTypes: tree({
      label: 'Media types',
      tree: 'mediaTypes',
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: { any: [isRtb, isPreBid] },
      help: 'Only these media types are requested. Empty = all that the ad request allows.',
    }),
    timeoutMs: integer({
      label: 'Timeout',
      min: 100,
      max: 5000,
      default: 1000,
      unit: 'ms',
      tab: 'Endpoint',
      column: 'optional',
      help: 'Maximum response time, including all wrappers in the chain.',
      isQuick: true,
    }),
    rateModel: choice({
      label: 'Rate model',
      isMoney: true,
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
      help: 'Revenue per 1,000 impressions. With a dynamic rate, used when the response has no price.',
      isQuick: true,
    }),
    floor: money({
      label: 'Floor',
      unit: 'USD CPM',
      default: '0.00',
      tab: 'Price',
      shownWhen: { any: [{ field: 'rateModel', is: ['dynamic'] }, isRtb, isPreBid] },
      help: 'Responses below this price are rejected.',
      isQuick: true,
    }),
    auctionType: choice({
      label: 'Auction type',
      formerLabels: ['Auction'],
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
      help: 'Currency of floors and bids. Any currency other than USD needs an exchange rate on the platform.',
    }),
    marketplaceName: text({
      label: 'Marketplace name',
      max: 64,
      default: '',
      tab: 'Price',
      column: 'optional',
      shownWhen: { any: [isRtb, isPreBid] },
      help: 'Name under which reports show this tag’s revenue. Empty = the name of the partner, or of the tag.',
    }),
    startsOn: date({
      label: 'Start date',
      formerLabels: ['First day'],
      tab: 'Delivery',
      column: 'optional',
      help: 'In the account’s time zone. Empty = starts immediately.',
      isQuick: true,
    }),
    endsOn: date({
      label: 'End date',
      formerLabels: ['Last day'],
      tab: 'Delivery',
      column: 'optional',
      help: 'Empty = no end date.',
      isQuick: true,
    }),
    impsPerDay: optionalInteger({
      label: 'Daily impression cap',
      formerLabels: ['Impressions a day'],
      min: 1,
      max: 1_000_000_000,
      tab: 'Delivery',
      column: 'optional',
      help: 'When it is reached, the tag is paused until midnight in the account’s time zone. Empty = no cap.',
      isQuick: true,
    }),
    impsTotal: optionalInteger({
      label: 'Lifetime impression cap',
      formerLabels: ['Impressions in all'],
      min: 1,
      max: 1_000_000_000,
      tab: 'Delivery',
      column: 'optional',
      help: 'When it is reached, the tag stops serving. Empty = no cap.',
      isQuick: true,
    }),
    spendPerDay: optionalMoney({
      label: 'Daily revenue cap',
      formerLabels: ['Revenue a day'],
      unit: 'USD',
      max: 999_999,
      tab: 'Delivery',
      column: 'optional',
      help: 'When it is reached, the tag is paused until midnight in the account’s time zone. Empty = no cap.',
      isQuick: true,
    }),
    limits: structure({
      label: 'Additional caps',
      formerLabels: ['More caps'],
      structure: 'limits',
      tab: 'Delivery',
      help: 'Caps per minute, hour, week or other period, used as fast as possible or spread evenly.',
    }),
    qps: optionalInteger({
      label: 'QPS limit',
      formerLabels: ['Calls a second'],
      min: 1,
      max: 1_000_000,
      tab: 'Delivery',
      column: 'optional',
      help: 'Maximum requests per second, shared by all ad servers. Requests above it skip the tag. Empty = no limit.',
      isQuick: true,
    }),
    freqImps: optionalInteger({
      label: 'Frequency cap',
      formerLabels: ['Impressions a viewer'],
      min: 1,
      max: 1000,
      tab: 'Delivery',
      column: 'optional',
      help: 'Maximum impressions per viewer within the frequency period. Empty = no cap.',
      isQuick: true,
    }),
    freqHours: integer({
      label: 'Frequency period',
      formerLabels: ['Within'],
      min: 1,
      max: 720,
      default: 24,
      unit: 'hours',
      tab: 'Delivery',
      column: 'optional',
      help: 'Period in which a viewer’s impressions are counted.',
    }),
    freqBy: choice({
      label: 'Viewer identified by',
      formerLabels: ['A viewer is'],
      choices: viewerKinds,
      default: 'device',
      tab: 'Delivery',
      column: 'optional',
    }),
    checkIVT: flag({
      label: 'Check for invalid traffic',
      tab: 'Delivery',
      column: 'optional',
      help: 'Requests identified as invalid are not sent to the tag.',
    }),
    postbidPix: { ...verificationFields.postbidPix, tab: 'Delivery' },
    postbidWh: { ...verificationFields.postbidWh, tab: 'Delivery' },
    cappedUntil,
    pace: {
      ...percent({
        label: 'Pace',
        isMoney: false,
        default: 100,
        column: 'optional',
        help: 'Share of requests that the tag takes, so that its evenly paced caps last for the whole period.',
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
    rule(['integration', 'source', 'partner', 'url'], urlPatternFaults),
    rule(['integration', 'partner', 'endpoint'], endpointPatternFaults),
    rule(['integration', 'partner', 'partnerParams'], paramFaults),
    rule(['integration', 'source', 'url'], urlFaults),
    rule(['integration', 'source', 'vastXml'], vastFaults),
    rule(['startsOn', 'endsOn'], flightFaults),
  ],
});

/** The fault of an end date before the start date. Days are YYYY-MM-DD. */
function flightFaults({ startsOn, endsOn }: { startsOn: string | null; endsOn: string | null }): Fault[] {
  if (startsOn === null || endsOn === null || startsOn <= endsOn) return [];
  return [{ code: 'ends_before_start', message: 'Must not be before the start date', path: 'endsOn' }];
}
