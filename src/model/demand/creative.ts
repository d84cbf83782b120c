import { domainPattern, pastedDomain } from '../field/domains.ts';
import { defineEntity } from '../entity/entity.ts';
import type { Fault } from '../entity/fault.ts';
import {
  choice,
  date,
  flag,
  integer,
  optionalInteger,
  reference,
  status,
  structure,
  text,
  tree,
  url,
  xml,
} from '../field/fields.ts';
import { isReviewRequired } from '../buying/isReviewRequired.ts';
import { flightFaults } from './flightFaults.ts';
import { pixels } from '../field/restrictions.ts';
import { scanStates } from '../scan/scanFinding.ts';

/** The types of an advertiser's own creatives. */
export const creativeTypes = [
  { value: 'video', label: 'Video file' },
  { value: 'audio', label: 'Audio file' },
  { value: 'image', label: 'Image' },
  { value: 'html5', label: 'HTML5 bundle' },
  { value: 'native', label: 'Native ad' },
  { value: 'vastUrl', label: 'VAST tag URL' },
  { value: 'vast', label: 'Stored VAST', formerLabels: ['VAST stored here'] },
  { value: 'tag', label: 'HTML or JavaScript tag' },
] as const;

/** Review states. Only approved creatives are shown. */
export const reviewStates = [
  { value: 'pending', label: 'Pending review' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
] as const;

const isOf = (...types: readonly (typeof creativeTypes)[number]['value'][]) => ({ field: 'type', is: types }) as const;
const isNative = isOf('native');

/** Required fields by creative type. Files, VAST and markup are not required here: without them it is a draft. */
const needs: readonly { types: readonly string[]; path: Needed; message: string }[] = [
  { types: ['tag'], path: 'width', message: 'A width is required' },
  { types: ['tag'], path: 'height', message: 'A height is required' },
  { types: ['native'], path: 'title', message: 'A title is required' },
  { types: ['image', 'native'], path: 'clickUrl', message: 'A click-through URL is required' },
];

type Needed = 'width' | 'height' | 'title' | 'clickUrl';

/** An advertiser's own ad. */
export const creative = defineEntity({
  name: 'creative',
  label: 'Creative',
  pluralLabel: 'Creatives',
  table: 'creatives',
  path: 'demand/creatives',
  ownedBy: 'account',
  isServed: true,
  removal: 'archive',
  fields: {
    status: { ...status(), help: 'Only active creatives are shown.' },
    name: text({ label: 'Name', unique: 'account', tab: 'Common', isQuick: true }),
    advertiserId: reference({ label: 'Advertiser', target: 'advertiser', tab: 'Common' }),
    type: choice({
      label: 'Type',
      choices: creativeTypes,
      default: 'video',
      tab: 'Ad',
      column: 'leading',
      isImmutable: true,
    }),
    review: {
      ...choice({ label: 'Review', choices: reviewStates, default: 'pending', column: 'leading' }),
      isGenerated: true,
      logged: 'values',
    },
    reviewNote: {
      ...text({ label: 'Review note', max: 1000, default: '', column: 'optional' }),
      isGenerated: true,
      logged: 'values',
    },
    scan: {
      ...choice({ label: 'Scan', choices: scanStates, default: 'pending', column: 'leading' }),
      isGenerated: true,
    },
    findings: {
      ...structure({ label: 'Findings', structure: 'scanFindings', column: 'none' }),
      isGenerated: true,
    },
    files: { ...structure({ label: 'Files', structure: 'media', tab: 'Ad', column: 'optional' }), isGenerated: true },
    vastUrl: url({
      label: 'VAST tag URL',
      tab: 'Ad',
      column: 'optional',
      shownWhen: isOf('vastUrl'),
      macros: 'tag',
      help: 'URL that players load the ad from. Macros such as [CACHEBUSTING] are replaced on each request.',
    }),
    vastXml: xml({
      label: 'VAST',
      tab: 'Ad',
      shownWhen: isOf('vast'),
      help: 'A complete VAST 2.0 to 4.3 document, inline or wrapper.',
    }),
    markup: xml({
      label: 'Markup',
      tab: 'Ad',
      shownWhen: isOf('tag'),
      help: 'HTML and JavaScript. Put ${CLICK_URL} right before the landing page URL to count clicks.',
    }),
    title: text({ label: 'Title', max: 140, default: '', tab: 'Ad', column: 'none', shownWhen: isNative }),
    body: text({ label: 'Text', max: 500, default: '', tab: 'Ad', column: 'none', shownWhen: isNative }),
    sponsor: text({
      label: 'Sponsored by',
      max: 100,
      default: '',
      tab: 'Ad',
      column: 'none',
      shownWhen: isNative,
    }),
    callToAction: text({
      label: 'Call to action',
      max: 50,
      default: '',
      tab: 'Ad',
      column: 'none',
      shownWhen: isNative,
    }),
    width: optionalInteger({
      label: 'Width',
      min: 1,
      max: 10_000,
      unit: 'px',
      tab: 'Ad',
      column: 'optional',
      shownWhen: isOf('tag', 'html5'),
      help: 'For HTML5 bundles, empty = as the bundle declares.',
    }),
    height: optionalInteger({
      label: 'Height',
      min: 1,
      max: 10_000,
      unit: 'px',
      tab: 'Ad',
      column: 'optional',
      shownWhen: isOf('tag', 'html5'),
    }),
    durationS: optionalInteger({
      label: 'Duration',
      min: 1,
      max: 120,
      unit: 's',
      tab: 'Ad',
      column: 'optional',
      shownWhen: isOf('vastUrl'),
      help: 'Duration of the tag’s ads, used to match the durations that requests allow. Empty = not shown in pods and slots of an exact length.',
    }),
    clickUrl: url({
      label: 'Click-through URL',
      formerLabels: ['Click URL'],
      tab: 'Ad',
      column: 'optional',
      shownWhen: isOf('video', 'audio', 'image', 'html5', 'native'),
      help: 'Landing page URL.',
    }),
    isSkippable: flag({ label: 'Skippable', tab: 'Ad', column: 'optional', shownWhen: isOf('video') }),
    skipAfterS: integer({
      label: 'Skip after',
      min: 0,
      max: 120,
      default: 5,
      unit: 's',
      tab: 'Ad',
      column: 'optional',
      shownWhen: { all: [isOf('video'), { field: 'isSkippable', is: [true] }] },
    }),
    adomain: text({
      label: 'Advertiser domain',
      formerLabels: ['Advertiser’s domain'],
      max: 253,
      rewrite: pastedDomain,
      default: '',
      tab: 'Review',
      help: 'Sellers can block domains. A creative without a domain cannot be approved.',
    }),
    categories: tree({
      label: 'Categories',
      tree: 'iabCategories',
      tab: 'Review',
      column: 'optional',
      help: 'IAB categories of what is advertised. Sellers can block them.',
    }),
    attributes: tree({
      label: 'Attributes',
      tree: 'creativeAttributes',
      tab: 'Review',
      column: 'optional',
      help: 'What the ad does, such as autoplay. Sellers can block attributes.',
    }),
    apis: tree({
      label: 'Required APIs',
      formerLabels: ['APIs needed'],
      tree: 'apiFrameworks',
      tab: 'Review',
      column: 'optional',
      help: 'The creative is only offered where the player or app supports all of them.',
    }),
    weight: integer({
      label: 'Weight',
      min: 1,
      max: 100,
      default: 50,
      tab: 'Delivery',
      help: 'Relative share of impressions in campaigns that rotate by weight.',
      isQuick: true,
    }),
    startDate: date({
      label: 'Start date',
      formerLabels: ['First day'],
      tab: 'Delivery',
      column: 'optional',
      help: 'In the account’s time zone. Empty = starts immediately.',
      isQuick: true,
    }),
    endDate: date({
      label: 'End date',
      formerLabels: ['Last day'],
      tab: 'Delivery',
      column: 'optional',
      help: 'Empty = no end date.',
      isQuick: true,
    }),
    ivtIds: { ...pixels, tab: 'Delivery' },
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'none', tab: 'Common' }),
  },
  derive: (row, before) =>
    isReviewRequired(row, before) ? { review: 'pending', reviewNote: '', scan: 'pending' } : {},
  rules: (rule) => [
    ...needs.map(({ types, path, message }) =>
      rule(['type', path], (row) => {
        const lacks = types.includes(row.type) && (row[path] === '' || row[path] === null);
        return lacks ? [{ code: 'required', message, path }] : [];
      }),
    ),
    rule(['startDate', 'endDate'], flightFaults),
    rule(['adomain'], domainFaults),
  ],
});

function domainFaults({ adomain }: { adomain: string }): Fault[] {
  if (adomain === '' || domainPattern.test(adomain)) return [];
  return [{ code: 'invalid_domain', message: 'Must be a domain such as brand.example', path: 'adomain' }];
}
