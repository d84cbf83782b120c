import { defineEntity, type Fault } from './entity.ts';
import { choice, integer, money, reference, status, text, uid, url, xml } from './fields.ts';

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
    name: text({ label: 'Name', unique: 'account', tab: 'Common' }),
    uid: uid(),
    advertiserId: reference({ label: 'Advertiser', target: 'advertiser', tab: 'Common' }),
    source: choice({ label: 'Source', choices: tagSources, default: 'url', tab: 'Endpoint' }),
    url: url({
      label: 'Ad tag URL',
      tab: 'Endpoint',
      column: 'optional',
      shownWhen: { field: 'source', is: ['url'] },
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
    }),
    rateModel: choice({ label: 'Rate model', choices: rateModels, default: 'fixed', tab: 'Price' }),
    rate: money({
      label: 'Rate',
      unit: 'USD CPM',
      default: '0.00',
      tab: 'Price',
      help: 'What 1,000 impressions earn; with a dynamic rate, used when the answer names no price.',
    }),
    floor: money({
      label: 'Floor',
      unit: 'USD CPM',
      default: '0.00',
      tab: 'Price',
      shownWhen: { field: 'rateModel', is: ['dynamic'] },
      help: 'Answers that pay less are refused.',
    }),
  },
  check(row): Fault[] {
    if (row.source === 'url' && row.url === '') {
      return [{ code: 'required', message: 'An ad tag URL is required for this source', path: 'url' }];
    }
    if (row.source === 'stored' && row.vastXml === '') {
      return [{ code: 'required', message: 'VAST is required for this source', path: 'vastXml' }];
    }
    return [];
  },
});
