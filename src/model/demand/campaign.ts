import { campaignBidding } from '../buying/campaignBidding.ts';
import { budgetFaults, budgetPairs, campaignBudget } from '../buying/campaignBudget.ts';
import { mediaTypesOfCreative } from '../buying/mediaTypesOfCreative.ts';
import type { DealBids } from '../buying/shapes.ts';
import { defineEntity } from '../entity/entity.ts';
import type { Fault } from '../entity/fault.ts';
import { choice, date, flag, reference, references, status, structure, text } from '../field/fields.ts';
import { flightFaults } from './flightFaults.ts';
import { cappedUntil, pixels, restrictions } from '../field/restrictions.ts';

/** The media types of campaigns. */
export const campaignTypes = [
  { value: 'video', label: 'Video' },
  { value: 'banner', label: 'Display' },
  { value: 'native', label: 'Native' },
  { value: 'audio', label: 'Audio' },
] as const;

/** Creative rotation of a campaign. */
export const rotations = [
  { value: 'even', label: 'Evenly' },
  { value: 'weighted', label: 'By weight', formerLabels: ['By their weights'] },
  { value: 'optimized', label: 'Best performers more often', formerLabels: ['The best more often'] },
] as const;

/** Which of the account's own channels a campaign bids in. */
export const channelChoices = [
  { value: 'all', label: 'All that accept campaigns', formerLabels: ['In all that take campaigns'] },
  { value: 'chosen', label: 'Selected channels', formerLabels: ['In the chosen ones'] },
  { value: 'none', label: 'None', formerLabels: ['In none'] },
] as const;

/** A line item of an advertiser, with its flight, budget and bid. */
export const campaign = defineEntity({
  name: 'campaign',
  label: 'Campaign',
  pluralLabel: 'Campaigns',
  table: 'campaigns',
  path: 'demand/campaigns',
  ownedBy: 'account',
  isServed: true,
  removal: 'archive',
  fields: {
    status: { ...status(), help: 'Only active campaigns bid.' },
    name: text({ label: 'Name', unique: 'account', tab: 'Common', isQuick: true }),
    advertiserId: reference({ label: 'Advertiser', target: 'advertiser', tab: 'Common' }),
    type: choice({ label: 'Type', choices: campaignTypes, default: 'video', tab: 'Common' }),
    startDate: date({
      label: 'Start date',
      formerLabels: ['First day'],
      tab: 'Flight',
      help: 'In the account’s time zone. Empty = starts immediately.',
      isQuick: true,
    }),
    endDate: date({
      label: 'End date',
      formerLabels: ['Last day'],
      tab: 'Flight',
      help: 'Empty = no end date.',
      isQuick: true,
    }),
    ...campaignBudget,
    ...campaignBidding,
    frequencies: structure({
      label: 'Frequency caps',
      structure: 'frequencies',
      tab: 'Delivery',
      column: 'optional',
      help: 'Maximum impressions per viewer. All caps apply.',
    }),
    checkIVT: flag({
      label: 'Check for invalid traffic',
      default: true,
      tab: 'Delivery',
      column: 'optional',
      help: 'The campaign does not bid on requests identified as invalid.',
    }),
    creativeIds: references({
      label: 'Creatives',
      target: 'creative',
      offers: {
        shares: 'advertiserId',
        fits: isOffered,
        noneText: 'The advertiser has no creative of this type with a file or markup.',
      },
      tab: 'Creatives',
      help: 'Only active and approved creatives of the campaign’s type are shown.',
    }),
    rotation: choice({ label: 'Rotation', choices: rotations, default: 'even', tab: 'Creatives', column: 'optional' }),
    isOpenMarket: flag({
      label: 'Open market',
      default: true,
      tab: 'Supply',
      column: 'optional',
      help: 'The campaign also bids without a deal.',
    }),
    supplierIds: references({
      label: 'Suppliers',
      target: 'supplier',
      tab: 'Supply',
      column: 'optional',
      help: 'The campaign bids only on requests from these suppliers. Empty = all.',
    }),
    excludedSupplierIds: references({
      label: 'Excluded suppliers',
      formerLabels: ['Suppliers left out'],
      target: 'supplier',
      tab: 'Supply',
      column: 'optional',
    }),
    ownChannels: choice({
      label: 'Own channels',
      choices: channelChoices,
      default: 'all',
      tab: 'Supply',
      column: 'optional',
      help: 'Channels accept campaigns if they have a tier for own campaigns.',
    }),
    channelIds: references({
      label: 'Channels',
      target: 'channel',
      tab: 'Supply',
      column: 'optional',
      shownWhen: { field: 'ownChannels', is: ['chosen'] },
    }),
    dealIds: references({
      label: 'Deals',
      target: 'deal',
      tab: 'Supply',
      column: 'optional',
      help: 'Deals that the campaign bids under.',
    }),
    dealBids: structure({
      label: 'Bids by deal',
      structure: 'dealBids',
      tab: 'Supply',
      help: 'Overrides the campaign’s bid for individual deals, in USD CPM.',
    }),
    cappedUntil,
    ...restrictions,
    ivtIds: pixels,
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'none', tab: 'Common' }),
  },
  // The bid of a removed deal is removed too, unless the bids are changed in the same edit.
  derive({ dealIds, dealBids }, before) {
    const remaining = Object.entries(dealBids).filter(([id]) => dealIds.includes(Number(id)));
    const hasOrphanedBids =
      before !== null && dealBids === before.dealBids && remaining.length < Object.keys(dealBids).length;
    return hasOrphanedBids ? { dealBids: Object.fromEntries(remaining) } : {};
  },
  rules: (rule) => [
    rule(['startDate', 'endDate'], flightFaults),
    ...budgetPairs.map(([shorter, longer]) =>
      rule(['budgetBy', shorter, longer], (row) => budgetFaults(row, shorter, longer)),
    ),
    rule(['dealIds', 'dealBids'], dealBidFaults),
  ],
});

/** Whether a campaign can show a creative: it is of its type, and no draft. */
function isOffered(
  { type, states }: Readonly<Record<string, unknown>>,
  campaign: Readonly<Record<string, unknown>>,
): boolean {
  const mediaTypes: Readonly<Record<string, readonly unknown[]>> = mediaTypesOfCreative;
  const isOfType = typeof type === 'string' && mediaTypes[type]?.includes(campaign['type']) === true;
  const isDraft = Array.isArray(states) && states.some(({ code }: { code?: unknown }) => code === 'no_file');
  return isOfType && !isDraft;
}

/** Faults of bids for deals that a campaign does not use. */
function dealBidFaults({ dealIds, dealBids }: { dealIds: readonly number[]; dealBids: DealBids }): Fault[] {
  const unknown = Object.keys(dealBids).filter((id) => !dealIds.includes(Number(id)));
  return unknown.map((id) => ({
    code: 'not_chosen',
    message: 'The campaign does not use this deal',
    path: `dealBids.${id}`,
  }));
}
