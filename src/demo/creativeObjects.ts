import type { DemoObject } from './demoObject.ts';

const approved = { review: 'approved' } as const;

const banner = (text: string, color: string, landing: string) =>
  `<a href="\${CLICK_URL}${landing}" target="_blank" style="display:grid;place-items:center;height:100%;background:${color};color:#fff;font:600 20px system-ui">${text}</a>`;

/** The creatives of the demo's advertisers: files of every type, VAST and markup; some are not approved. */
export const creativeObjects: readonly DemoObject[] = [
  {
    path: 'demand/creatives',
    row: {
      name: 'Autumn ride, 8 s',
      clickUrl: 'https://bikes.example/autumn',
      adomain: 'bikes.example',
      categories: ['IAB17-3'],
    },
    advertiser: 'City Bikes',
    files: [{ name: 'bikes.mp4' }],
    review: approved,
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
    files: [{ name: 'bikes.zip' }],
  },
  {
    path: 'demand/creatives',
    row: { name: 'Night train, 8 s', status: 0, clickUrl: 'https://travel.example/night-train' },
    advertiser: 'Slow Travel',
    files: [{ name: 'travel.mp4' }],
  },
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
      name: 'Night train, 300×250',
      type: 'image',
      clickUrl: 'https://travel.example/night-train',
      adomain: 'travel.example',
    },
    advertiser: 'Slow Travel',
    files: [{ name: 'travel-300x250.jpg' }],
    review: approved,
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
    files: [{ name: 'travel.jpg' }, { name: 'travel-icon.png', role: 'icon' }],
    review: approved,
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
      categories: ['IAB8-6'],
    },
    advertiser: 'Coffee Roasters',
    files: [{ name: 'coffee.mp3' }],
    review: approved,
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
    review: { review: 'rejected', note: 'The price that the campaign promises is missing. Please add it.' },
  },
  {
    path: 'demand/creatives',
    row: { name: 'Roast of the month, 8 s', clickUrl: 'https://coffee.example/roast', adomain: 'coffee.example' },
    advertiser: 'Coffee Roasters',
    files: [{ name: 'coffee.mp4' }],
  },
  {
    path: 'demand/creatives',
    row: { name: 'Home, safe home, 30 s', type: 'vast', adomain: 'insurance.example', categories: ['IAB13-6'] },
    advertiser: 'Summit Insurance',
    vast: 'insurance',
    review: approved,
  },
  {
    path: 'demand/creatives',
    row: { name: 'Fold 2 launch film, 15 s', type: 'vast', adomain: 'phones.example', categories: ['IAB19-18'] },
    advertiser: 'Lumen Electronics',
    vast: 'phones',
    review: approved,
  },
  {
    path: 'demand/creatives',
    row: { name: 'Pumpkins and lanterns, 20 s', type: 'vast', adomain: 'grocery.example', categories: ['IAB8-18'] },
    advertiser: 'Verdant Grocers',
    vast: 'grocery',
    review: approved,
  },
];
