import type { Day } from '#model/calendarDay.ts';
import { campaignObjects } from './campaignObjects.ts';
import { creativeObjects } from './creativeObjects.ts';
import type { DemoObject } from './demoObject.ts';

const suppliers: readonly DemoObject[] = [
  {
    path: 'demand/sups',
    row: {
      name: 'Northern Exchange',
      seat: 'nx-2207',
      mediaTypes: ['video'],
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
  {
    path: 'demand/sups',
    row: {
      name: 'Airwave Audio',
      mediaTypes: ['audio'],
      margin: 15,
      floor: '1.00',
      notes: 'Pre-roll and mid-roll of radio stations and podcasts.',
    },
  },
  {
    path: 'demand/sups',
    row: {
      name: 'Inlet Native',
      mediaTypes: ['native'],
      margin: 12,
      floor: '0.40',
      notes: 'Native placements between the articles of travel magazines.',
    },
  },
  {
    path: 'demand/sups',
    row: {
      name: 'Crestview TV Exchange',
      seat: 'ctx-118',
      mediaTypes: ['video'],
      qps: 300,
      margin: 14,
      floor: '6.00',
      notes: 'Connected TV: three channels in the United States.',
    },
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

const deals: readonly DemoObject[] = [
  {
    path: 'demand/deals',
    row: { name: 'Newspapers, preferred', dealId: 'NX-2026-04', type: 'preferred', floor: '5.50' },
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
    row: { name: 'Crestview winter package', dealId: 'CTX-WINTER-26', type: 'preferred', floor: '12.00' },
    refs: { supplierId: { path: 'demand/sups', name: 'Crestview TV Exchange' } },
  },
  {
    path: 'demand/deals',
    row: { name: 'Living room, private', dealId: 'dm-living-room', side: 'sell', floor: '8.00', seats: ['sky-7'] },
    refs: { adexchangeIds: { path: 'demand/adexchanges', names: ['Skyline Bidding'] } },
  },
];

/**
 * Objects with which the demo account buys: suppliers, ad exchanges, creatives, deals and campaigns. Flights are set
 * around `today`.
 */
export function buyingObjects(today: Day): readonly DemoObject[] {
  return [...suppliers, ...adexchanges, ...creativeObjects, ...deals, ...campaignObjects(today)];
}
