import type { CostModel, Environment } from '#model/index.ts';

/** A tag of the demo network: its partner's response, and its rate. */
export interface DemoTag {
  name: string;
  advertiser: string;
  /** Path on the partner server; `stored:` names a creative whose VAST is stored in the tag. */
  endpoint: string;
  rate: string;
  rateModel?: 'fixed' | 'dynamic';
  floor?: string;
  handling?: 'unwrap' | 'wrap';
  timeoutMs?: number;
  status?: 0 | 1;
}

/** A channel of the demo network, with the names of its tags and market tags by tier. */
export interface DemoChannel {
  key: string;
  name: string;
  subpublisher: string;
  environment: Environment;
  /** The ad format; video by default. */
  format?: 'banner';
  floor: string;
  costModel?: CostModel;
  costShare?: number;
  costCpm?: string;
  /** Other fields of its row that differ from the defaults. */
  row?: Readonly<Record<string, unknown>>;
  /** Values of the tag parameter `section` that its pages and apps send. */
  sections?: readonly string[];
  /** Requests per hour at the busiest time of the day, in the history. */
  hourlyRequests: number;
  sites: readonly string[];
  apps: readonly string[];
  tiers: readonly (readonly string[])[];
}

/** The creatives that the demo's partners return. */
export const demoCreatives = [
  { key: 'coffee', title: 'Fresh coffee', advertiser: 'Coffee Roasters', landing: 'https://coffee.example/' },
  { key: 'bikes', title: 'City bikes', advertiser: 'City Bikes', landing: 'https://bikes.example/' },
  { key: 'travel', title: 'Slow travel', advertiser: 'Slow Travel', landing: 'https://travel.example/' },
] as const;

export type DemoCreative = (typeof demoCreatives)[number]['key'];

/** The demo's account, partners and inventory. */
export const demoNetwork = {
  account: {
    name: 'Demo Media',
    companyName: 'Demo Media Group',
    companyAddress: '1 Harbour Street, Example Town',
    contactNumber: 'DM-2041',
    timezone: 1,
    priceReq: '0.0020',
    priceImp: '0.0500',
    priceDsp: 12.5,
    pricePostbid: '0.0300',
    showDsp: true,
    showPostbidPix: true,
    showPostbidWh: true,
    showCheckIVT: true,
    showSystemCost: true,
    contacts: [
      {
        type: 'general',
        position: 'Ad operations desk',
        contactPhone: '+1 555 0100',
        contactEmail: 'adops@demo-media.example',
      },
    ],
    sellersJson: [{ id: 'dm-1', domain: 'demo-media.example', name: 'Demo Media Group' }],
    tagParams: ['section', 'player'],
  },
  /** Percentage of the account's impressions that vendors measure, on channels with verification. */
  postbidPercent: 20,
  /** A second account, so that admins see more than one. */
  secondAccount: {
    name: 'Harbour Broadcasting',
    companyName: 'Harbour Broadcasting',
    timezone: -5,
    priceReq: '0.0030',
    priceImp: '0.0400',
  },
  advertisers: [
    'Coffee Roasters',
    'City Bikes',
    'Slow Travel',
    'Open Marketplace',
    'Test Partners',
    'Alpine Reach',
    'Canal Demand',
    'Meadow Media',
    'Quarry Direct',
    'Lagoon Mobile',
    'Prebid partners',
  ],
  subpublishers: [
    {
      name: 'Daily News',
      costModel: 'share',
      costShare: 70,
      costCpm: '0.00',
      domain: 'news.example',
      sellersJson: { type: 'PUBLISHER', name: 'Daily News Ltd', id: 'daily-news', status: 1, confidential: 0 },
    },
    {
      name: 'Cooking Videos',
      costModel: 'floor',
      costShare: 60,
      costCpm: '1.20',
      domain: 'recipes.example',
      sellersJson: { type: 'BOTH', name: 'Cooking Videos', id: 'cooking-videos', status: 1, confidential: 0 },
    },
    {
      name: 'Living Room TV',
      costModel: 'cpm',
      costShare: 70,
      costCpm: '3.20',
      domain: 'livingroom.example',
      sellersJson: { type: 'INTERMEDIARY', name: '', id: 'living-room', status: 1, confidential: 1 },
    },
  ],
  tags: [
    { name: 'Coffee – stored VAST', advertiser: 'Coffee Roasters', endpoint: 'stored:coffee', rate: '4.20' },
    { name: 'Bikes – inline', advertiser: 'City Bikes', endpoint: '/inline/bikes?section=[SECTION]', rate: '3.10' },
    { name: 'Travel – two wrappers deep', advertiser: 'Slow Travel', endpoint: '/wrapper/2/travel', rate: '5.00' },
    {
      name: 'Marketplace – price in the response',
      advertiser: 'Open Marketplace',
      endpoint: '/priced/coffee',
      rate: '2.00',
      rateModel: 'dynamic',
      floor: '1.50',
    },
    {
      name: 'Marketplace – fills sometimes',
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
    { name: 'Partner without ads', advertiser: 'Test Partners', endpoint: '/no-ad', rate: '9.00' },
    { name: 'Slow partner', advertiser: 'Test Partners', endpoint: '/slow/coffee', rate: '8.00', timeoutMs: 400 },
    { name: 'Partner with broken XML', advertiser: 'Test Partners', endpoint: '/broken', rate: '8.50' },
    { name: 'Partner with errors', advertiser: 'Test Partners', endpoint: '/error', rate: '6.00' },
    { name: 'Endless wrappers', advertiser: 'Test Partners', endpoint: '/loop', rate: '6.20' },
    {
      name: 'Bikes – last season',
      advertiser: 'City Bikes',
      endpoint: '/inline/bikes?season=last',
      rate: '2.60',
      status: 0,
    },
  ] as DemoTag[],
  channels: [
    {
      key: 'inline',
      name: 'Player page – inline ad',
      subpublisher: 'Daily News',
      environment: 'web',
      floor: '0.00',
      hourlyRequests: 35,
      sites: ['news.example'],
      apps: [],
      tiers: [['Bikes – inline']],
    },
    {
      key: 'wrapped',
      name: 'Player page – two wrappers deep',
      subpublisher: 'Daily News',
      environment: 'web',
      floor: '0.00',
      hourlyRequests: 25,
      sites: ['news.example'],
      apps: [],
      tiers: [['Travel – two wrappers deep']],
    },
    {
      key: 'news',
      name: 'News site – pre-roll',
      subpublisher: 'Daily News',
      environment: 'web',
      floor: '1.00',
      row: { postbidPix: true, postbidWh: true },
      sections: ['front', 'sport', 'weather'],
      hourlyRequests: 115,
      sites: ['news.example', 'sport.news.example', 'weather.example'],
      apps: [],
      tiers: [
        [
          'Partner without ads',
          'Marketplace – fills sometimes',
          'Slow partner',
          'Quarry Direct – deals only',
          'Meadow Media – second price',
        ],
        [
          'Travel – two wrappers deep',
          'Coffee – stored VAST',
          'Endless wrappers',
          'Alpine Reach – first price',
          'Magnite – through Prebid',
        ],
        ['Bikes – inline', 'Bikes – last season', 'Canal Demand – in euros'],
      ],
    },
    {
      key: 'recipes',
      name: 'Recipes app – mid-roll',
      subpublisher: 'Cooking Videos',
      environment: 'app',
      floor: '1.50',
      row: { optimizeBy: 'ecpm', optimizeMinutes: '30', postbidPix: true },
      sections: ['starters', 'mains', 'desserts'],
      hourlyRequests: 95,
      sites: [],
      apps: ['com.example.recipes', 'com.example.recipes.lite'],
      tiers: [
        ['Marketplace – price in the response', 'Partner with broken XML', 'Lagoon Mobile – sometimes slow'],
        ['Bikes – inline', 'Partner with errors', 'Travel – resolved by the player', 'PubMatic – through Prebid'],
      ],
    },
    {
      key: 'livingroom',
      name: 'Living room – CTV',
      subpublisher: 'Living Room TV',
      environment: 'ctv',
      floor: '2.00',
      row: { podSlots: 3, podDuration: 60, postbidPix: true, postbidWh: true },
      hourlyRequests: 75,
      sites: [],
      apps: ['tv.example.livingroom'],
      tiers: [
        ['Marketplace – fills sometimes', 'Alpine Reach – first price', 'Index Exchange – through Prebid'],
        ['Travel – two wrappers deep', 'Coffee – stored VAST'],
      ],
    },
    {
      key: 'backfill',
      name: 'Mobile web – remnant',
      subpublisher: 'Cooking Videos',
      environment: 'mobileWeb',
      floor: '0.00',
      row: { postbidPix: true },
      costModel: 'cpo',
      costCpm: '0.80',
      hourlyRequests: 55,
      sites: ['m.recipes.example'],
      apps: [],
      tiers: [['Travel – resolved by the player', 'Bikes – inline']],
    },
    {
      key: 'display',
      name: 'News site – banners',
      subpublisher: 'Daily News',
      environment: 'web',
      format: 'banner',
      floor: '0.40',
      row: { floorMode: 'dynamic', floorUplift: 100, floorMax: '2.50' },
      sections: ['front', 'sport'],
      hourlyRequests: 130,
      sites: ['news.example', 'sport.news.example'],
      apps: [],
      tiers: [
        ['Quarry Direct – deals only', 'Meadow Media – second price'],
        [
          'Alpine Reach – first price',
          'Canal Demand – in euros',
          'Lagoon Mobile – sometimes slow',
          'Magnite – through Prebid',
          'PubMatic – through Prebid',
        ],
      ],
    },
  ] as DemoChannel[],
} as const;
