/** A tag of the demo network: its partner's response, and its rate. */
export interface DemoTag {
  name: string;
  advertiser: string;
  /**
   * Path on the partner server; `stored:` names a creative whose VAST is stored in the tag,
   * and `/fills/` is followed by the percentage of requests that get an ad.
   */
  endpoint: string;
  rate: string;
  rateModel?: 'fixed' | 'dynamic';
  floor?: string;
  handling?: 'unwrap' | 'wrap';
  timeoutMs?: number;
  status?: 0 | 1;
  /** Its frequency cap: impressions per viewer, and the period in hours. */
  freqImps?: number;
  freqHours?: number;
  /** The first and last day of its flight, in days from today. */
  season?: { first: number; last: number };
}

/** The tags with ads of partners and advertisers. */
export const demoTags: readonly DemoTag[] = [
  {
    name: 'Coffee – stored VAST',
    advertiser: 'Coffee Roasters',
    endpoint: 'stored:coffee',
    rate: '4.20',
    freqImps: 8,
    freqHours: 24,
  },
  { name: 'Bikes – inline', advertiser: 'City Bikes', endpoint: '/inline/bikes?section=[SECTION]', rate: '3.10' },
  { name: 'Travel – two wrappers deep', advertiser: 'Slow Travel', endpoint: '/wrapper/2/travel', rate: '5.00' },
  {
    name: 'Marketplace – dynamic price',
    advertiser: 'Open Marketplace',
    endpoint: '/priced/coffee',
    rate: '2.00',
    rateModel: 'dynamic',
    floor: '1.50',
  },
  {
    name: 'Marketplace – premium video',
    advertiser: 'Open Marketplace',
    endpoint: '/sometimes/bikes',
    rate: '7.50',
  },
  {
    name: 'Travel – resolved by the player',
    advertiser: 'Slow Travel',
    endpoint: '/wrapper/1/travel',
    rate: '1.80',
    handling: 'wrap',
  },
  { name: 'Halcyon Video – run of site', advertiser: 'Long-tail networks', endpoint: '/no-ad', rate: '9.00' },
  {
    name: 'Pinewood Ads – instream',
    advertiser: 'Long-tail networks',
    endpoint: '/slow/coffee',
    rate: '8.00',
    timeoutMs: 400,
  },
  { name: 'Quickspot – in-app video', advertiser: 'Long-tail networks', endpoint: '/broken', rate: '8.50' },
  { name: 'Rivet Media – mid-roll', advertiser: 'Long-tail networks', endpoint: '/error', rate: '6.00' },
  { name: 'Daisychain – resold pre-roll', advertiser: 'Long-tail networks', endpoint: '/loop', rate: '6.20' },
  {
    name: 'Bikes – last season',
    advertiser: 'City Bikes',
    endpoint: '/inline/bikes?season=last',
    rate: '2.60',
    status: 0,
  },
  {
    name: 'Brightwater – CTV run of network',
    advertiser: 'Brightwater Video Network',
    endpoint: '/fills/34/insurance',
    rate: '12.50',
  },
  {
    name: 'Brightwater – CTV live sport',
    advertiser: 'Brightwater Video Network',
    endpoint: '/fills/18/phones',
    rate: '16.00',
  },
  {
    name: 'Kestrel – CTV prime time',
    advertiser: 'Kestrel Trading Desk',
    endpoint: '/fills/14/hotels',
    rate: '18.00',
  },
  {
    name: 'Summit Insurance – household, 30 s',
    advertiser: 'Summit Insurance',
    endpoint: '/fills/20/insurance',
    rate: '14.50',
  },
  {
    name: 'Lumen Electronics – Fold 2 launch, 15 s and 30 s cut-downs, all big screens, no sound-off placements',
    advertiser: 'Lumen Electronics',
    endpoint: '/fills/12/phones',
    rate: '17.50',
  },
  {
    name: 'Meridian – CTV backfill',
    advertiser: 'Meridian Video',
    endpoint: '/fills/38/grocery',
    rate: '6.40',
  },
  {
    name: 'Brightwater – desktop pre-roll',
    advertiser: 'Brightwater Video Network',
    endpoint: '/fills/26/insurance',
    rate: '6.20',
  },
  {
    name: 'Brightwater – in-app interstitial',
    advertiser: 'Brightwater Video Network',
    endpoint: '/fills/24/games',
    rate: '5.10',
  },
  {
    name: 'Orbit – instream Europe',
    advertiser: 'Orbit Performance',
    endpoint: '/fills/24/grocery',
    rate: '5.60',
  },
  { name: 'Orbit – rewarded', advertiser: 'Orbit Performance', endpoint: '/fills/18/games', rate: '7.80' },
  {
    name: 'Orbit – last click, paused',
    advertiser: 'Orbit Performance',
    endpoint: '/fills/24/games',
    rate: '3.30',
    status: 0,
  },
  {
    name: 'Kestrel – premium publishers',
    advertiser: 'Kestrel Trading Desk',
    endpoint: '/fills/14/hotels',
    rate: '8.40',
    handling: 'wrap',
  },
  {
    name: 'Verdant Grocers – weekly basket, 20 s',
    advertiser: 'Verdant Grocers',
    endpoint: '/fills/28/grocery',
    rate: '5.90',
  },
  {
    name: 'Pixelforge – Castle Rivals, season four',
    advertiser: 'Pixelforge Games',
    endpoint: '/fills/13/games',
    rate: '9.20',
  },
  {
    name: 'Grand Atlas Hotels – winter sale',
    advertiser: 'Grand Atlas Hotels',
    endpoint: '/fills/36/hotels',
    rate: '10.80',
    season: { first: -24, last: 12 },
  },
  {
    name: 'Grand Atlas Hotels – city breaks',
    advertiser: 'Grand Atlas Hotels',
    endpoint: '/fills/20/hotels',
    rate: '6.60',
  },
  {
    name: 'Verdant Grocers – harvest weeks',
    advertiser: 'Verdant Grocers',
    endpoint: '/fills/40/grocery',
    rate: '9.40',
    season: { first: -62, last: -34 },
  },
  { name: 'Meridian – video backfill', advertiser: 'Meridian Video', endpoint: '/fills/45/coffee', rate: '2.10' },
  {
    name: 'Meridian – app backfill',
    advertiser: 'Meridian Video',
    endpoint: '/fills/38/games',
    rate: '1.90',
  },
];
