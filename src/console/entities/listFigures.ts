/** A metric as lists show it: the words of the catalogue of reports, without all that only reports need. */
export interface ListFigure {
  key: string;
  label: string;
  unit: 'count' | 'usd' | 'ratio';
  help: string;
  /** Whether it is among the few that a list shows at first. */
  isLite?: boolean;
  /** Whether a rise is bad news. */
  isBurden?: boolean;
  /** Only known of the demand side: tags and advertisers. */
  isOfDemand?: boolean;
}

const figures: readonly ListFigure[] = [
  {
    key: 'reqs',
    label: 'Requests',
    unit: 'count',
    help: 'Calls that passed the supply gates; beside tags and other buyers, calls sent to them.',
    isLite: true,
  },
  {
    key: 'opps',
    label: 'Opportunities',
    unit: 'count',
    help: 'Requests answered with an ad; beside tags and other buyers, calls that they answered with a usable ad.',
  },
  {
    key: 'imps',
    label: 'Impressions',
    unit: 'count',
    help: 'Impression events, the first of each served ad.',
    isLite: true,
  },
  { key: 'fill', label: 'Fill', unit: 'ratio', help: 'Impressions ÷ requests.' },
  {
    key: 'timeout_rate',
    label: 'Timeout rate',
    unit: 'ratio',
    help: 'Timeouts ÷ calls sent to the tag.',
    isBurden: true,
    isOfDemand: true,
  },
  {
    key: 'error_rate',
    label: 'Error rate',
    unit: 'ratio',
    help: 'Errors ÷ opportunities.',
    isBurden: true,
    isOfDemand: true,
  },
  { key: 'ecpm', label: 'eCPM', unit: 'usd', help: 'Revenue per 1,000 impressions.' },
  {
    key: 'rev',
    label: 'Revenue',
    unit: 'usd',
    help: 'Gross revenue: what the impressions earn at the rate of their tags, or by the bids of who bought them.',
    isLite: true,
  },
  {
    key: 'cost',
    label: 'Supply cost',
    unit: 'usd',
    help: 'What the supply side is owed, by the cost model of its channels and by the prices of suppliers.',
    isBurden: true,
  },
  { key: 'profit', label: 'Profit', unit: 'usd', help: 'Revenue − supply cost − system cost.' },
  { key: 'margin', label: 'Margin', unit: 'ratio', help: 'Profit ÷ revenue.' },
];

const supply: readonly string[] = ['channel', 'subpublisher', 'demand'];
const demand: readonly string[] = ['tag', 'advertiser'];

/** The figures that lists of an entity show; none where there are none. */
export function figuresOf(entity: string): readonly ListFigure[] {
  if (demand.includes(entity)) return figures;
  return supply.includes(entity) ? figures.filter(({ isOfDemand }) => !isOfDemand) : [];
}
