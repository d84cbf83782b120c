import { defineEntity, type Fault } from './entity.ts';
import {
  choice,
  date,
  integer,
  money,
  optionalInteger,
  optionalMoney,
  reference,
  status,
  text,
  uid,
  url,
  xml,
} from './fields.ts';
import { cappedUntil, pixels, restrictions } from './restrictions.ts';

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
    source: choice({ label: 'Source', choices: tagSources, default: 'url', tab: 'Endpoint' }),
    url: url({
      label: 'Ad tag URL',
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: { field: 'source', is: ['url'] },
      macros: 'tag',
      help: 'Macros such as [CACHEBUSTING] or [PAGEURL] are filled at each request.',
    }),
    handling: choice({
      label: 'Handling',
      choices: tagHandlings,
      default: 'unwrap',
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: { field: 'source', is: ['url'] },
      help: 'Unwrapped ads are checked before they serve; a wrapper is resolved by the player, without a check.',
    }),
    vastXml: xml({
      label: 'VAST',
      tab: 'Endpoint',
      shownWhen: { field: 'source', is: ['stored'] },
      help: 'A complete VAST 2.0 to 4.3 document, inline or wrapper.',
    }),
    timeoutMs: integer({
      label: 'Timeout',
      min: 100,
      max: 5000,
      default: 1000,
      unit: 'ms',
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: { field: 'source', is: ['url'] },
      help: 'The time that the whole wrapper chain may take.',
      isQuick: true,
    }),
    rateModel: choice({ label: 'Rate model', choices: rateModels, default: 'fixed', tab: 'Price', isQuick: true }),
    rate: money({
      label: 'Rate',
      unit: 'USD CPM',
      default: '0.00',
      tab: 'Price',
      help: 'What 1,000 impressions earn; with a dynamic rate, used when the answer names no price.',
      isQuick: true,
    }),
    floor: money({
      label: 'Floor',
      unit: 'USD CPM',
      default: '0.00',
      tab: 'Price',
      shownWhen: { field: 'rateModel', is: ['dynamic'] },
      help: 'Answers that pay less are refused.',
      isQuick: true,
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
    cappedUntil,
    ...restrictions,
    ivtIds: pixels,
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'none', tab: 'Common' }),
  },
  check(row): Fault[] {
    return [...sourceFaults(row), ...flightFaults(row)];
  },
});

function sourceFaults(row: { source: string; url: string; vastXml: string }): Fault[] {
  if (row.source === 'url' && row.url === '') {
    return [{ code: 'required', message: 'An ad tag URL is required for this source', path: 'url' }];
  }
  if (row.source === 'stored' && row.vastXml === '') {
    return [{ code: 'required', message: 'VAST is required for this source', path: 'vastXml' }];
  }
  return [];
}

/** The fault of a flight that ends before it begins. Days are YYYY-MM-DD. */
function flightFaults({ startsOn, endsOn }: { startsOn: string | null; endsOn: string | null }): Fault[] {
  if (startsOn === null || endsOn === null || startsOn <= endsOn) return [];
  return [{ code: 'ends_before_start', message: 'Must not be before the first day', path: 'endsOn' }];
}
