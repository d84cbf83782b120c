import { choice, money, optionalMoney, percent, structure } from '../field/fields.ts';

/** Bid strategies of a campaign. */
export const bidStrategies = [
  {
    value: 'flat',
    label: 'Flat: same bid everywhere',
    formerLabels: ['Flat: the same for every impression'],
  },
  { value: 'cpc', label: 'Target cost per click', formerLabels: ['Towards a price of a click'] },
  { value: 'vcr', label: 'Target video completion rate', formerLabels: ['Towards a part of ads seen to the end'] },
] as const;

const tab = 'Bid';
const hasGoal = { field: 'bidStrategy', is: ['cpc', 'vcr'] } as const;

/** The bidding fields of a campaign. */
export const campaignBidding = {
  bidStrategy: choice({
    label: 'Bid strategy',
    formerLabels: ['Strategy'],
    choices: bidStrategies,
    default: 'flat',
    tab,
    column: 'optional',
  }),
  bid: money({
    label: 'Bid',
    unit: 'USD CPM',
    tab,
    help: 'Maximum that the advertiser pays per 1,000 impressions. With a target, the starting bid.',
    isQuick: true,
  }),
  goalCpc: optionalMoney({
    label: 'Target CPC',
    formerLabels: ['Price of a click'],
    unit: 'USD',
    tab,
    column: 'optional',
    shownWhen: { field: 'bidStrategy', is: ['cpc'] },
    help: 'Bids follow the CTR of the inventory, so that a click costs about this amount.',
  }),
  goalVcr: percent({
    label: 'Target VCR',
    isMoney: false,
    formerLabels: ['Seen to the end'],
    min: 1,
    default: 70,
    tab,
    column: 'optional',
    shownWhen: { field: 'bidStrategy', is: ['vcr'] },
    help: 'Target completion rate. Bids rise where more ads are completed, and fall where fewer are.',
  }),
  maxBid: optionalMoney({
    label: 'Max bid',
    formerLabels: ['Highest bid'],
    unit: 'USD CPM',
    tab,
    column: 'optional',
    shownWhen: hasGoal,
    help: 'Empty = twice the bid.',
  }),
  margin: percent({
    label: 'Margin',
    isMoney: true,
    max: 90,
    default: 0,
    tab,
    column: 'optional',
    help: 'Percentage of the bid that the account keeps before bidding to suppliers.',
    isQuick: true,
  }),
  multipliers: structure({
    label: 'Multipliers',
    structure: 'multipliers',
    tab,
    column: 'optional',
    help: 'The bid is multiplied by the factor of each matching value. 0 = no bid.',
  }),
};
