import { choice, money, optionalMoney, percent, structure } from '../fields.ts';

/** What bids are made for. */
export const bidStrategies = [
  { value: 'flat', label: 'Flat: the same for every impression' },
  { value: 'cpc', label: 'Towards a price of a click' },
  { value: 'vcr', label: 'Towards a part of ads seen to the end' },
] as const;

const tab = 'Bid';
const hasGoal = { field: 'bidStrategy', is: ['cpc', 'vcr'] } as const;

/** What a campaign bids. */
export const campaignBidding = {
  bidStrategy: choice({ label: 'Strategy', choices: bidStrategies, default: 'flat', tab, column: 'optional' }),
  bid: money({
    label: 'Bid',
    unit: 'USD CPM',
    tab,
    help: 'What its advertiser pays for 1,000 impressions at most; with a goal, where bids begin.',
    isQuick: true,
  }),
  goalCpc: optionalMoney({
    label: 'Price of a click',
    unit: 'USD',
    tab,
    column: 'optional',
    shownWhen: { field: 'bidStrategy', is: ['cpc'] },
    help: 'Bids follow the click rate of where an impression is, so that a click costs about this.',
  }),
  goalVcr: percent({
    label: 'Seen to the end',
    min: 1,
    default: 70,
    tab,
    column: 'optional',
    shownWhen: { field: 'bidStrategy', is: ['vcr'] },
    help: 'Bids rise where more of its ads are seen to the end, and fall where fewer are.',
  }),
  maxBid: optionalMoney({
    label: 'Highest bid',
    unit: 'USD CPM',
    tab,
    column: 'optional',
    shownWhen: hasGoal,
    help: 'Empty = twice the bid.',
  }),
  margin: percent({
    label: 'Margin',
    max: 90,
    default: 0,
    tab,
    column: 'optional',
    help: 'The part of the bid that the account keeps before it goes to suppliers.',
    isQuick: true,
  }),
  multipliers: structure({
    label: 'Multipliers',
    structure: 'multipliers',
    tab,
    column: 'optional',
    help: 'By how much the bid is multiplied where something holds. Several multiply each other.',
  }),
};
