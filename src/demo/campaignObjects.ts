import { dayFromNumber, dayNumber, type Day } from '#model/calendarDay.ts';
import type { DemoObject } from './demoObject.ts';

const path = 'demand/campaigns';
const creativesOf = (...names: string[]) => ({ creativeIds: { path: 'demand/creatives', names } });

/**
 * The campaigns of the demo's advertisers, with flights around `today`. Their budgets match the volume of the generated
 * history, so that most are on pace, some ahead or behind, and one is exhausted.
 */
export function campaignObjects(today: Day): readonly DemoObject[] {
  const flight = (first: number, last: number) => ({
    startDate: dayFromNumber(dayNumber(today) + first),
    endDate: dayFromNumber(dayNumber(today) + last),
  });
  return [
    {
      path,
      row: {
        name: 'City Bikes – autumn',
        ...flight(-10, 9),
        bid: '6.80',
        spendTotal: '1300.00',
        spendPerDay: '90.00',
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
        ...creativesOf('Autumn ride, 8 s', 'Autumn ride, stored VAST'),
        dealIds: { path: 'demand/deals', names: ['Newspapers, preferred'] },
      },
    },
    {
      path,
      row: {
        name: 'City Bikes – test rides',
        type: 'banner',
        ...flight(-9, 20),
        bid: '1.80',
        margin: 10,
        spendTotal: '480.00',
        spendPerDay: '24.00',
      },
      advertiser: 'City Bikes',
      refs: creativesOf('Free test ride, 300×250'),
    },
    {
      path,
      row: { name: 'City Bikes – build your own', type: 'banner', bid: '2.40', spendTotal: '900.00' },
      advertiser: 'City Bikes',
      refs: creativesOf('Build your bike'),
    },
    {
      path,
      row: {
        name: 'Slow Travel – winter',
        ...flight(-12, 15),
        bid: '4.80',
        budgetBy: 'impressions',
        impsTotal: 230_000,
        pacing: 'ahead',
        aheadBy: 15,
      },
      advertiser: 'Slow Travel',
      refs: creativesOf('Night train, stored VAST'),
    },
    {
      path,
      row: {
        name: 'Slow Travel – city breaks',
        type: 'banner',
        ...flight(-13, 7),
        bid: '1.60',
        spendTotal: '90.00',
        pacing: 'asap',
      },
      advertiser: 'Slow Travel',
      refs: creativesOf('Night train, 300×250'),
    },
    {
      path,
      row: {
        name: 'Slow Travel – winter routes',
        type: 'native',
        bid: '1.70',
        spendPerDay: '12.00',
        pacing: 'asap',
      },
      advertiser: 'Slow Travel',
      refs: creativesOf('Winter routes, native'),
    },
    {
      path,
      row: {
        name: 'Slow Travel – last minute',
        type: 'native',
        ...flight(20, 50),
        bid: '1.20',
        spendTotal: '600.00',
      },
      advertiser: 'Slow Travel',
      refs: creativesOf('Winter routes, native'),
    },
    {
      path,
      row: {
        name: 'Coffee Roasters – mornings',
        bid: '5.20',
        bidStrategy: 'vcr',
        goalVcr: 75,
        maxBid: '8.00',
        spendPerDay: '32.00',
        spendPerHour: '4.00',
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
      path,
      row: {
        name: 'Coffee Roasters – radio',
        type: 'audio',
        ...flight(-6, 8),
        bid: '3.00',
        spendTotal: '165.00',
      },
      advertiser: 'Coffee Roasters',
      refs: creativesOf('Morning roast, radio'),
    },
    {
      path,
      row: {
        name: 'Coffee Roasters – summer',
        ...flight(-86, -41),
        bid: '4.20',
        spendTotal: '640.00',
      },
      advertiser: 'Coffee Roasters',
      refs: creativesOf('Morning roast, stored VAST'),
    },
    {
      path,
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
    {
      path,
      row: {
        name: 'Summit Insurance – households, big screen',
        ...flight(-18, 23),
        bid: '17.50',
        margin: 8,
        spendTotal: '4200.00',
        multipliers: [{ dimension: 'device', value: 'SmartTV', factor: 1.1 }],
      },
      advertiser: 'Summit Insurance',
      refs: {
        ...creativesOf('Home, safe home, 30 s'),
        supplierIds: { path: 'demand/sups', names: ['Crestview TV Exchange'] },
        dealIds: { path: 'demand/deals', names: ['Crestview winter package'] },
      },
    },
    {
      path,
      row: { name: 'Lumen Electronics – Fold 2 launch', ...flight(-7, 13), bid: '15.00', spendTotal: '1500.00' },
      advertiser: 'Lumen Electronics',
      refs: {
        ...creativesOf('Fold 2 launch film, 15 s'),
        supplierIds: { path: 'demand/sups', names: ['Crestview TV Exchange'] },
      },
    },
    {
      path,
      row: { name: 'Verdant Grocers – Halloween', ...flight(-48, -25), bid: '7.60', spendTotal: '1900.00' },
      advertiser: 'Verdant Grocers',
      refs: creativesOf('Pumpkins and lanterns, 20 s'),
    },
  ];
}
