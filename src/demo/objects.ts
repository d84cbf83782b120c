/** Objects of the demo's account beside its waterfalls: by path of their entity, each found again by its name. */
export interface DemoObject {
  path: string;
  row: Record<string, unknown> & { name: string };
  /** The advertiser that it belongs to, by name. */
  advertiser?: string;
  /** What a new list holds. */
  members?: readonly string[];
}

/** What the demo's people have set up beside tags and channels. */
export const demoObjects: readonly DemoObject[] = [
  { path: 'demand/sups', row: { name: 'Northern Exchange', notes: 'Video inventory of regional newspapers.' } },
  { path: 'demand/adexchanges', row: { name: 'Skyline Bidding', endpoint: 'https://bid.skyline.example/openrtb' } },
  {
    path: 'demand/campaigns',
    row: {
      name: 'City Bikes – autumn',
      bid: '6.20',
      spendTotal: '12000.00',
      spendPerDay: '150.00',
      startDate: '2026-09-01',
      endDate: '2026-12-31',
    },
    advertiser: 'City Bikes',
  },
  { path: 'demand/campaigns', row: { name: 'Slow Travel – winter', bid: '4.80' }, advertiser: 'Slow Travel' },
  {
    path: 'demand/creatives',
    row: { name: 'Autumn ride, 15 s', clickUrl: 'https://bikes.example/autumn' },
    advertiser: 'City Bikes',
  },
  { path: 'demand/creatives', row: { name: 'Night train, 30 s', status: 0 }, advertiser: 'Slow Travel' },
  { path: 'demand/deals', row: { name: 'Newspapers, preferred', dealId: 'NX-2026-04', floor: '6.50' } },
  {
    path: 'demand/targetings',
    row: {
      name: 'German-speaking, big screen',
      countries: ['AT', 'CH', 'DE'],
      devices: ['SmartTV'],
      categories: ['IAB1-5', 'IAB1-7'],
    },
  },
  {
    path: 'demand/applists',
    row: { name: 'Apps without sound', mode: 'block' },
    members: ['com.example.silent'],
  },
  {
    path: 'demand/applists',
    row: { name: 'Recipe apps', mode: 'allow' },
    members: ['com.example.recipes', 'com.example.recipes.lite'],
  },
  { path: 'demand/crelists', row: { name: 'Complaints' }, members: ['cr-20417', 'cr-20993'] },
  {
    path: 'demand/publists',
    row: { name: 'Direct publishers', mode: 'allow' },
    members: ['pub-0017', 'pub-0100'],
  },
  { path: 'demand/ivts', row: { name: 'Attention count', url: 'https://pixel.attention.example/i?cb=[CACHEBUSTING]' } },
];

/** Lists of the platform, which every account sees. */
export const platformObjects: readonly DemoObject[] = [
  {
    path: 'demand/applists',
    row: { name: 'Known fraudulent apps', mode: 'block' },
    members: ['com.example.fake.player', 'tv.example.ghost'],
  },
  {
    path: 'tooltips',
    row: {
      name: 'tag.rate',
      title: 'What the tag pays',
      body: 'USD per **1,000** counted impressions. With a *dynamic* rate it stands in where an answer names no price.',
    },
  },
  {
    path: 'tooltips',
    row: {
      name: 'channel.floor',
      title: 'Demand floor',
      body: 'Tags below it are not asked at all. A waterfall row can override it.',
    },
  },
];
