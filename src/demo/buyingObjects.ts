import type { DemoObject } from './demoObject.ts';

const approved = { review: 'approved' } as const;

const suppliers: readonly DemoObject[] = [
  {
    path: 'demand/sups',
    row: {
      name: 'Northern Exchange',
      mediaTypes: ['video', 'audio'],
      qps: 500,
      margin: 10,
      floor: '1.00',
      isSchainRequired: true,
      notes: 'Video inventory of regional newspapers.',
    },
  },
  {
    path: 'demand/sups',
    row: { name: 'Tidewater SSP', mediaTypes: ['banner', 'native'], auctionType: 'second', margin: 12.5 },
  },
];

const adexchanges: readonly DemoObject[] = [
  {
    path: 'demand/adexchanges',
    row: { name: 'Skyline Bidding', margin: 5, qps: 200 },
    buyer: 'alpine',
  },
  {
    path: 'demand/adexchanges',
    row: {
      name: 'Mercury Buyers',
      mediaTypes: ['banner', 'native'],
      floor: '0.40',
      spendPerDay: '250.00',
    },
    buyer: 'lagoon',
    refs: { supplierIds: { path: 'demand/sups', names: ['Tidewater SSP'] } },
  },
  {
    path: 'demand/adexchanges',
    row: { name: 'Orchard DSP', status: 0, needsDeviceId: true },
    buyer: 'meadow',
  },
];

const banner = (text: string, color: string, landing: string) =>
  `<a href="\${CLICK_URL}${landing}" target="_blank" style="display:grid;place-items:center;height:100%;background:${color};color:#fff;font:600 20px system-ui">${text}</a>`;

const creatives: readonly DemoObject[] = [
  {
    path: 'demand/creatives',
    row: { name: 'Autumn ride, 15 s', clickUrl: 'https://bikes.example/autumn', adomain: 'bikes.example' },
    advertiser: 'City Bikes',
  },
  {
    path: 'demand/creatives',
    row: { name: 'Autumn ride, stored VAST', type: 'vast', adomain: 'bikes.example', categories: ['IAB17-3'] },
    advertiser: 'City Bikes',
    vast: 'bikes',
    review: approved,
  },
  {
    path: 'demand/creatives',
    row: {
      name: 'Autumn ride, VAST tag',
      type: 'vastUrl',
      vastUrl: 'https://ads.bikes.example/vast?cb=[CACHEBUSTING]',
      durationS: 15,
      adomain: 'bikes.example',
    },
    advertiser: 'City Bikes',
  },
  {
    path: 'demand/creatives',
    row: {
      name: 'Free test ride, 300×250',
      type: 'tag',
      markup: banner('Ride one for free', '#1f6f5c', 'https://bikes.example/test-ride'),
      width: 300,
      height: 250,
      adomain: 'bikes.example',
    },
    advertiser: 'City Bikes',
    review: approved,
  },
  {
    path: 'demand/creatives',
    row: { name: 'Build your bike', type: 'html5', clickUrl: 'https://bikes.example/build', adomain: 'bikes.example' },
    advertiser: 'City Bikes',
  },
  { path: 'demand/creatives', row: { name: 'Night train, 30 s', status: 0 }, advertiser: 'Slow Travel' },
  {
    path: 'demand/creatives',
    row: { name: 'Night train, stored VAST', type: 'vast', adomain: 'travel.example', categories: ['IAB20-18'] },
    advertiser: 'Slow Travel',
    vast: 'travel',
    review: approved,
  },
  {
    path: 'demand/creatives',
    row: {
      name: 'Night train, picture',
      type: 'image',
      clickUrl: 'https://travel.example/night-train',
      adomain: 'travel.example',
    },
    advertiser: 'Slow Travel',
  },
  {
    path: 'demand/creatives',
    row: {
      name: 'Winter routes, native',
      type: 'native',
      title: 'Twelve winter routes by rail',
      body: 'Wake up in the snow: night trains for every weekend of the season.',
      sponsor: 'Slow Travel',
      callToAction: 'See the routes',
      clickUrl: 'https://travel.example/winter',
      adomain: 'travel.example',
    },
    advertiser: 'Slow Travel',
  },
  {
    path: 'demand/creatives',
    row: { name: 'Morning roast, stored VAST', type: 'vast', adomain: 'coffee.example', categories: ['IAB8-6'] },
    advertiser: 'Coffee Roasters',
    vast: 'coffee',
    review: approved,
  },
  {
    path: 'demand/creatives',
    row: {
      name: 'Morning roast, radio',
      type: 'audio',
      clickUrl: 'https://coffee.example/',
      adomain: 'coffee.example',
    },
    advertiser: 'Coffee Roasters',
  },
  {
    path: 'demand/creatives',
    row: {
      name: 'Roast of the month, 728×90',
      type: 'tag',
      markup: banner('Roast of the month', '#6b3f1d', 'https://coffee.example/roast'),
      width: 728,
      height: 90,
      adomain: 'coffee.example',
    },
    advertiser: 'Coffee Roasters',
    review: { review: 'rejected', note: 'The price is missing, which the campaign promises. Please add it.' },
  },
];

const deals: readonly DemoObject[] = [
  {
    path: 'demand/deals',
    row: { name: 'Newspapers, preferred', dealId: 'NX-2026-04', type: 'preferred', floor: '6.50' },
    refs: { supplierId: { path: 'demand/sups', name: 'Northern Exchange' } },
  },
  {
    path: 'demand/deals',
    row: {
      name: 'Evening news, guaranteed',
      dealId: 'NX-2026-11-PG',
      type: 'guaranteed',
      floor: '9.00',
      startDate: '2026-09-01',
      endDate: '2027-03-31',
      impsGoal: 2_000_000,
    },
    refs: { supplierId: { path: 'demand/sups', name: 'Northern Exchange' } },
  },
  {
    path: 'demand/deals',
    row: { name: 'Living room, private', dealId: 'dm-living-room', side: 'sell', floor: '8.00', seats: ['sky-7'] },
    refs: { adexchangeIds: { path: 'demand/adexchanges', names: ['Skyline Bidding'] } },
  },
];

const creativesOf = (...names: string[]) => ({ creativeIds: { path: 'demand/creatives', names } });

const campaigns: readonly DemoObject[] = [
  {
    path: 'demand/campaigns',
    row: {
      name: 'City Bikes – autumn',
      bid: '6.80',
      spendTotal: '300.00',
      spendPerDay: '4.00',
      startDate: '2026-09-01',
      endDate: '2026-12-31',
      frequencies: [
        { imps: 3, per: 24, unit: 'hours', by: 'device' },
        { imps: 10, per: 7, unit: 'days', by: 'address' },
      ],
      multipliers: [
        { dimension: 'device', value: 'SmartTV', factor: 1.4 },
        { dimension: 'country', value: 'CH', factor: 1.2 },
      ],
    },
    advertiser: 'City Bikes',
    refs: {
      ...creativesOf('Autumn ride, 15 s', 'Autumn ride, stored VAST'),
      dealIds: { path: 'demand/deals', names: ['Newspapers, preferred'] },
    },
  },
  {
    path: 'demand/campaigns',
    row: { name: 'City Bikes – test rides', type: 'banner', bid: '1.80', spendPerDay: '0.80', margin: 10 },
    advertiser: 'City Bikes',
    refs: creativesOf('Free test ride, 300×250'),
  },
  {
    path: 'demand/campaigns',
    row: { name: 'City Bikes – build your own', type: 'banner', bid: '2.40', spendTotal: '900.00' },
    advertiser: 'City Bikes',
    refs: creativesOf('Build your bike'),
  },
  {
    path: 'demand/campaigns',
    row: {
      name: 'Slow Travel – winter',
      bid: '4.80',
      budgetBy: 'impressions',
      impsTotal: 20_000,
      startDate: '2026-11-01',
      endDate: '2027-02-28',
      pacing: 'ahead',
      aheadBy: 15,
    },
    advertiser: 'Slow Travel',
    refs: creativesOf('Night train, stored VAST'),
  },
  {
    path: 'demand/campaigns',
    row: {
      name: 'Slow Travel – last minute',
      type: 'native',
      bid: '1.20',
      spendTotal: '600.00',
      startDate: '2027-06-01',
      endDate: '2027-06-30',
    },
    advertiser: 'Slow Travel',
    refs: creativesOf('Winter routes, native'),
  },
  {
    path: 'demand/campaigns',
    row: {
      name: 'Coffee Roasters – mornings',
      bid: '5.20',
      bidStrategy: 'vcr',
      goalVcr: 75,
      maxBid: '8.00',
      spendPerDay: '2.00',
      spendPerHour: '0.30',
      multipliers: [
        { dimension: 'hour', value: '7', factor: 1.5 },
        { dimension: 'hour', value: '8', factor: 1.5 },
        { dimension: 'hour', value: '23', factor: 0 },
      ],
    },
    advertiser: 'Coffee Roasters',
    refs: {
      ...creativesOf('Morning roast, stored VAST'),
      supplierIds: { path: 'demand/sups', names: ['Northern Exchange'] },
    },
  },
  {
    path: 'demand/campaigns',
    row: {
      name: 'Coffee Roasters – radio',
      type: 'audio',
      bid: '3.00',
      spendTotal: '400.00',
      startDate: '2026-04-01',
      endDate: '2026-06-30',
    },
    advertiser: 'Coffee Roasters',
    refs: creativesOf('Morning roast, radio'),
  },
  {
    path: 'demand/campaigns',
    row: {
      name: 'Coffee Roasters – roast of the month',
      type: 'banner',
      status: 0,
      bid: '1.50',
      bidStrategy: 'cpc',
      goalCpc: '0.35',
      pacing: 'asap',
    },
    advertiser: 'Coffee Roasters',
    refs: creativesOf('Roast of the month, 728×90'),
  },
];

/** What the demo's people have set up to buy: whom from, for whom, what is shown, and under which deals. */
export const buyingObjects: readonly DemoObject[] = [
  ...suppliers,
  ...adexchanges,
  ...creatives,
  ...deals,
  ...campaigns,
];
