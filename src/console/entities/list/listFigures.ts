/** A report metric as lists show it, without the fields that only reports use. */
export interface ListFigure {
  key: string;
  label: string;
  unit: 'count' | 'usd' | 'ratio';
  help: string;
  /** True for the few figures that lists show by default. */
  isLite?: boolean;
  /** True when an increase is bad. */
  isIncreaseBad?: boolean;
}

const figures: readonly ListFigure[] = [
  {
    key: 'reqs',
    label: 'Requests',
    unit: 'count',
    help: 'Calls that passed the supply filters. By tag or other demand: calls sent to it.',
    isLite: true,
  },
  {
    key: 'opps',
    label: 'Opportunities',
    unit: 'count',
    help: 'Requests that returned an ad. By tag or other demand: calls that returned a usable ad; the VAST of bids that lost is not read.',
  },
  {
    key: 'imps',
    label: 'Impressions',
    unit: 'count',
    help: 'Impression events, counted once per served ad.',
    isLite: true,
  },
  { key: 'bids', label: 'Bids', unit: 'count', help: 'Bids returned to suppliers.', isLite: true },
  { key: 'bid_rate', label: 'Bid rate', unit: 'ratio', help: 'Bids ÷ slots.' },
  { key: 'wins', label: 'Wins', unit: 'count', help: 'Bids that the supplier reported as won.' },
  { key: 'win_rate', label: 'Win rate', unit: 'ratio', help: 'Wins ÷ bids.', isLite: true },
  { key: 'ctr', label: 'CTR', unit: 'ratio', help: 'Clicks ÷ impressions.' },
  { key: 'vtr', label: 'VCR', unit: 'ratio', help: 'Completes ÷ starts.' },
  {
    key: 'fill',
    label: 'Fill',
    unit: 'ratio',
    help: 'Impressions ÷ slots. A request for one ad is one slot.',
    isLite: true,
  },
  { key: 'viewability', label: 'Viewability', unit: 'ratio', help: 'Viewable impressions ÷ measurable impressions.' },
  {
    key: 'timeout_rate',
    label: 'Timeout rate',
    unit: 'ratio',
    help: 'Timeouts ÷ calls sent to the tag.',
    isIncreaseBad: true,
  },
  {
    key: 'error_rate',
    label: 'Error rate',
    unit: 'ratio',
    help: 'Errors ÷ ads returned.',
    isIncreaseBad: true,
  },
  { key: 'ecpm', label: 'eCPM', unit: 'usd', help: 'Revenue per 1,000 impressions.', isLite: true },
  {
    key: 'rev',
    label: 'Revenue',
    unit: 'usd',
    help: 'Gross revenue: impressions at the rate of their tag, or at the price of the winning bid.',
    isLite: true,
  },
  {
    key: 'cost',
    label: 'Supply cost',
    unit: 'usd',
    help: 'Amount payable to the supply side, by the channels’ cost models and the suppliers’ prices.',
    isIncreaseBad: true,
  },
  { key: 'profit', label: 'Profit', unit: 'usd', help: 'Revenue − supply cost − system cost.' },
  { key: 'margin', label: 'Margin', unit: 'ratio', help: 'Profit ÷ revenue.' },
];

const ofSupply = ['rev', 'fill', 'ecpm', 'reqs', 'imps', 'opps', 'cost', 'profit', 'margin'];
const ofDemand = [...ofSupply.slice(0, 6), 'timeout_rate', 'error_rate', ...ofSupply.slice(6)];
const ofBids = ['rev', 'ecpm', 'imps', 'bids', 'win_rate', 'ctr', 'vtr', 'viewability', 'cost', 'profit', 'margin'];
const ofTrade = ['rev', 'win_rate', 'ecpm', 'reqs', 'bids', 'imps'];

/** The figures of each entity, in order: its earnings first. */
const keys: Readonly<Record<string, readonly string[]>> = {
  channel: ofSupply,
  subpublisher: ofSupply,
  demand: ofSupply,
  tag: ofDemand,
  advertiser: ofDemand,
  supplier: [...ofTrade, 'bid_rate', 'cost', 'profit', 'margin'],
  adexchange: [...ofTrade, 'timeout_rate', 'cost', 'profit', 'margin'],
  campaign: ofBids,
  creative: ofBids,
  deal: ['rev', 'win_rate', 'ecpm', 'bids', 'imps', 'wins', 'cost', 'profit', 'margin'],
};

/** An entity as the user of its list sees it. */
interface ListedEntity {
  name: string;
  hidesMoney?: true;
}

/** The figures that an entity's lists show: without money where it is hidden; empty for entities without any. */
export function figuresOf({ name, hidesMoney }: ListedEntity): readonly ListFigure[] {
  const known = (keys[name] ?? []).flatMap((key) => figures.find((figure) => figure.key === key) ?? []);
  return hidesMoney ? known.filter((figure) => !isMoney(figure)) : known;
}

/** Whether a figure is an amount, or computed from amounts. */
function isMoney({ key, unit }: ListFigure): boolean {
  return unit === 'usd' || key === 'margin';
}

/** The sort of an entity's lists before the user chooses one: the highest revenue or most impressions first, or the newest. */
export function defaultSort({ name, hidesMoney }: ListedEntity): string {
  if (!(name in keys)) return '-id';
  return hidesMoney ? '-imps' : '-rev';
}
