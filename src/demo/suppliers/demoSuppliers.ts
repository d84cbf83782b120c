import type { Environment } from '#model/index.ts';
import type { Deal } from '#standards/openrtb/types.ts';

/** A demo supplier: what it sells, and how its auctions end for our bids. */
export interface DemoSupplier {
  /** Name of its row. */
  name: string;
  /** Requests per hour at the busiest time of the day, in the history. */
  hourlyRequests: number;
  format: 'video' | 'banner' | 'audio' | 'native';
  /** Its system (`asi`) in supply chains. */
  asi: string;
  inventory: readonly SuppliedInventory[];
  /** Its bid floor, USD CPM. */
  floor: number;
  /** The share of our bids that win, and the share of the bid that it reports as clearing price. */
  winShare: number;
  priceShare: number;
  /** Deals that some of its requests offer. Not all of them are set up. */
  deals: readonly DemoDeal[];
}

/** A site or app that a supplier sells. */
export interface SuppliedInventory {
  environment: Environment;
  /** Host of the site, or bundle of the app. */
  key: string;
  name: string;
  publisher: string;
}

const sites = (environment: 'web' | 'mobileWeb', ...hosts: string[]): SuppliedInventory[] =>
  hosts.map((key) => ({ environment, key, name: key, publisher: `pub-${key}` }));

const apps = (environment: 'app' | 'ctv', ...bundles: [string, string][]): SuppliedInventory[] =>
  bundles.map(([key, name]) => ({ environment, key, name, publisher: `pub-${key}` }));

/** The demo suppliers, by the names of their rows. */
export const demoSuppliers: readonly DemoSupplier[] = [
  {
    name: 'Northern Exchange',
    hourlyRequests: 6000,
    format: 'video',
    asi: 'northern-exchange.example',
    inventory: [
      ...sites('web', 'gazette.example', 'fjordpost.example'),
      ...sites('mobileWeb', 'm.gazette.example'),
      ...apps('ctv', ['34012', 'Fjord TV']),
      ...apps('app', ['com.example.gazette', 'The Gazette']),
    ],
    floor: 2,
    winShare: 0.42,
    priceShare: 1,
    deals: [
      { id: 'NX-2026-04', bidfloor: 5.5, bidfloorcur: 'USD', at: 3, wseat: ['nx-2207'] },
      { id: 'NX-2026-11-PG', bidfloor: 9, bidfloorcur: 'USD', at: 3, guar: 1, wseat: ['nx-2207'] },
      { id: 'NX-2026-TRIAL', bidfloor: 4, bidfloorcur: 'USD', at: 1 },
    ],
  },
  {
    name: 'Tidewater SSP',
    hourlyRequests: 5000,
    format: 'banner',
    asi: 'tidewater.example',
    inventory: [...sites('web', 'boats.example', 'harbourblog.example'), ...sites('mobileWeb', 'tides.example')],
    floor: 0.3,
    winShare: 0.3,
    priceShare: 0.82,
    deals: [],
  },
  {
    name: 'Airwave Audio',
    hourlyRequests: 1500,
    format: 'audio',
    asi: 'airwave.example',
    inventory: [
      ...sites('web', 'harbour-radio.example'),
      ...sites('mobileWeb', 'm.harbour-radio.example'),
      ...apps('app', ['com.example.podcasts', 'Slow Podcasts'], ['com.example.stations', 'All Stations']),
    ],
    floor: 1,
    winShare: 0.45,
    priceShare: 1,
    deals: [],
  },
  {
    name: 'Inlet Native',
    hourlyRequests: 2200,
    format: 'native',
    asi: 'inlet-native.example',
    inventory: [
      ...sites('web', 'slowweekend.example', 'railways.example'),
      ...sites('mobileWeb', 'm.slowweekend.example'),
      ...apps('app', ['com.example.weekend', 'Slow Weekend']),
    ],
    floor: 0.4,
    winShare: 0.4,
    priceShare: 1,
    deals: [],
  },
  {
    name: 'Crestview TV Exchange',
    hourlyRequests: 2600,
    format: 'video',
    asi: 'crestview.example',
    inventory: apps(
      'ctv',
      ['tv.example.homestead', 'Homestead Channel'],
      ['tv.example.primetime', 'Prime Time Classics'],
      ['tv.example.cookalong', 'Cook Along TV'],
    ),
    floor: 6,
    winShare: 0.38,
    priceShare: 1,
    deals: [{ id: 'CTX-WINTER-26', bidfloor: 12, bidfloorcur: 'USD', at: 3 }],
  },
];

/** A deal as its requests offer it. */
export type DemoDeal = Required<Pick<Deal, 'bidfloor' | 'bidfloorcur' | 'at'>> & Pick<Deal, 'id' | 'guar' | 'wseat'>;

/** The share of requests that offer a deal. */
export const dealShare = 0.2;
