import type { Day } from '#model/calendarDay.ts';
import { buyingObjects } from './buyingObjects.ts';
import type { DemoObject } from './demoObject.ts';

/** The demo account's objects beside tags and channels; referenced objects come first. */
export function demoObjects(today: Day): readonly DemoObject[] {
  return [...buyingObjects(today), ...restrictions];
}

const restrictions: readonly DemoObject[] = [
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

/** Platform lists, which every account sees. */
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
      body: 'USD per **1,000** counted impressions. With a *dynamic* rate, it is used where a response has no price.',
    },
  },
  {
    path: 'tooltips',
    row: {
      name: 'channel.floor',
      title: 'Demand floor',
      body: 'Tags with a lower rate are not called. A waterfall row can override it.',
    },
  },
];
