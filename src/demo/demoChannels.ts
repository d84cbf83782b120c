import type { CostModel, Environment } from '#model/index.ts';
import type { Market } from './markets.ts';

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
  /** Where its viewers are; everywhere by default. */
  market?: Market;
  /** Its floor until the day on which it was raised (story.ts). */
  formerFloor?: string;
  /** Values of the tag parameter `section` that its pages and apps send. */
  sections?: readonly string[];
  /** Requests per hour at the busiest time of the day, in the history. */
  hourlyRequests: number;
  sites: readonly string[];
  apps: readonly string[];
  tiers: readonly (readonly string[])[];
}

/** The channels, those of the publisher's pages first. */
export const demoChannels: readonly DemoChannel[] = [
  {
    key: 'inline',
    name: 'Player page – inline ad',
    subpublisher: 'Daily News',
    environment: 'web',
    floor: '0.00',
    hourlyRequests: 300,
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
    hourlyRequests: 220,
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
    market: 'dach',
    hourlyRequests: 4200,
    sites: ['news.example', 'sport.news.example', 'weather.example'],
    apps: [],
    tiers: [
      [
        'Halcyon Video – run of site',
        'Marketplace – premium video',
        'Pinewood Ads – instream',
        'Quarry Direct – deals only',
        'Meadow Media – second price',
        'Kestrel – premium publishers',
      ],
      [
        'Travel – two wrappers deep',
        'Daisychain – resold pre-roll',
        'Alpine Reach – first price',
        'Magnite – through Prebid',
      ],
      ['Bikes – inline', 'Bikes – last season', 'Orbit – instream Europe', 'Canal Demand – in euros'],
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
    hourlyRequests: 2600,
    sites: [],
    apps: ['com.example.recipes', 'com.example.recipes.lite'],
    tiers: [
      ['Marketplace – dynamic price', 'Quickspot – in-app video', 'Lagoon Mobile – sometimes slow'],
      ['Bikes – inline', 'Rivet Media – mid-roll', 'Travel – resolved by the player', 'PubMatic – through Prebid'],
    ],
  },
  {
    key: 'livingroom',
    name: 'Living room – CTV',
    subpublisher: 'Living Room TV',
    environment: 'ctv',
    floor: '2.00',
    row: { podSlots: 3, podDuration: 60, postbidPix: true, postbidWh: true },
    market: 'us',
    hourlyRequests: 2400,
    sites: [],
    apps: ['tv.example.livingroom'],
    tiers: [
      [
        'Brightwater – CTV run of network',
        'Kestrel – CTV prime time',
        'Summit Insurance – household, 30 s',
        'Marketplace – premium video',
        'Alpine Reach – first price',
        'Index Exchange – through Prebid',
      ],
      ['Meridian – CTV backfill', 'Travel – two wrappers deep'],
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
    costCpm: '1.10',
    hourlyRequests: 3000,
    sites: ['m.recipes.example'],
    apps: [],
    tiers: [
      ['Bikes – inline', 'Lagoon Mobile – sometimes slow', 'Coffee – stored VAST'],
      ['Travel – resolved by the player', 'Meridian – video backfill'],
    ],
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
    market: 'dach',
    hourlyRequests: 9000,
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
  {
    key: 'stadiumTv',
    name: 'Stadium One – live sport, CTV pre-roll',
    subpublisher: 'Stadium One Sports Network',
    environment: 'ctv',
    floor: '6.00',
    market: 'us',
    row: { podSlots: 2, podDuration: 60, postbidPix: true },
    hourlyRequests: 2200,
    sites: [],
    apps: ['tv.example.stadiumone', 'tv.example.stadiumone.fire'],
    tiers: [
      [
        'Brightwater – CTV live sport',
        'Lumen Electronics – Fold 2 launch, 15 s and 30 s cut-downs, all big screens, no sound-off placements',
        'Kestrel – CTV prime time',
        'Summit Insurance – household, 30 s',
        'Alpine Reach – first price',
      ],
      ['Grand Atlas Hotels – winter sale', 'Brightwater – CTV run of network', 'Meridian – CTV backfill'],
    ],
  },
  {
    key: 'cinemagic',
    name: 'Cinemagic – 24-hour film channels, mid-roll breaks',
    subpublisher: 'Cinemagic FAST Channels',
    environment: 'ctv',
    floor: '4.00',
    market: 'us',
    row: { podSlots: 3, podDuration: 90 },
    hourlyRequests: 2000,
    sites: [],
    apps: ['tv.example.cinemagic', 'tv.example.cinemagic.classics', 'tv.example.cinemagic.family'],
    tiers: [
      ['Kestrel – CTV prime time', 'Brightwater – CTV run of network', 'Index Exchange – through Prebid'],
      [
        'Verdant Grocers – harvest weeks',
        'Grand Atlas Hotels – winter sale',
        'Alpine Reach – first price',
        'Meridian – CTV backfill',
      ],
    ],
  },
  {
    key: 'matchCentre',
    name: 'Stadium One – match center, in-feed video',
    subpublisher: 'Stadium One Sports Network',
    environment: 'web',
    floor: '1.80',
    market: 'uk',
    sections: ['football', 'rugby', 'tennis'],
    hourlyRequests: 1500,
    sites: ['stadiumone.example', 'live.stadiumone.example'],
    apps: [],
    tiers: [
      ['Pixelforge – Castle Rivals, season four', 'Brightwater – desktop pre-roll', 'Alpine Reach – first price'],
      ['Verdant Grocers – weekly basket, 20 s', 'Magnite – through Prebid', 'Daisychain – resold pre-roll'],
      ['Meridian – video backfill'],
    ],
  },
  {
    key: 'northlight',
    name: 'Northlight Times – article video',
    subpublisher: 'Northlight Newspapers',
    environment: 'web',
    floor: '3.20',
    formerFloor: '1.40',
    market: 'uk',
    row: { postbidPix: true, postbidWh: true },
    sections: ['front', 'business', 'culture', 'sport'],
    hourlyRequests: 2200,
    sites: ['northlight-times.example', 'business.northlight-times.example'],
    apps: [],
    tiers: [
      [
        'Meadow Media – second price',
        'Alpine Reach – first price',
        'Kestrel – premium publishers',
        'Index Exchange – through Prebid',
      ],
      ['Canal Demand – in euros', 'Magnite – through Prebid', 'PubMatic – through Prebid', 'Meridian – video backfill'],
    ],
  },
  {
    key: 'northlightDisplay',
    name: 'Northlight Times – billboard and medium rectangle',
    subpublisher: 'Northlight Newspapers',
    environment: 'web',
    format: 'banner',
    floor: '0.60',
    market: 'uk',
    sections: ['front', 'business', 'culture', 'sport'],
    hourlyRequests: 5200,
    sites: ['northlight-times.example', 'business.northlight-times.example', 'puzzles.northlight-times.example'],
    apps: [],
    tiers: [
      ['Meadow Media – second price', 'Alpine Reach – first price', 'Index Exchange – through Prebid'],
      ['Magnite – through Prebid', 'PubMatic – through Prebid', 'Canal Demand – in euros'],
    ],
  },
  {
    key: 'alpenpost',
    name: 'Alpenpost – Startseite und Ressorts',
    subpublisher: 'Alpenpost Verlag',
    environment: 'web',
    format: 'banner',
    floor: '0.50',
    market: 'dach',
    sections: ['start', 'politik', 'wirtschaft', 'sport'],
    hourlyRequests: 3500,
    sites: ['alpenpost.example'],
    apps: [],
    tiers: [
      ['Canal Demand – in euros', 'Meadow Media – second price'],
      ['Alpine Reach – first price', 'PubMatic – through Prebid'],
    ],
  },
  {
    key: 'alpenpostMobile',
    name: 'Alpenpost – mobil, Video im Artikel',
    subpublisher: 'Alpenpost Verlag',
    environment: 'mobileWeb',
    floor: '1.50',
    market: 'dach',
    hourlyRequests: 1700,
    sites: ['m.alpenpost.example'],
    apps: [],
    tiers: [
      ['Orbit – instream Europe', 'Canal Demand – in euros', 'Pinewood Ads – instream'],
      ['Bikes – inline', 'Alpine Reach – first price', 'Meridian – video backfill'],
    ],
  },
  {
    key: 'weatherline',
    name: 'Weatherline app – interstitial video',
    subpublisher: 'Weatherline',
    environment: 'app',
    floor: '1.60',
    market: 'us',
    hourlyRequests: 1300,
    sites: [],
    apps: ['com.example.weatherline', 'com.example.weatherline.radar'],
    tiers: [
      ['Brightwater – in-app interstitial', 'Lagoon Mobile – sometimes slow', 'Alpine Reach – first price'],
      ['Quickspot – in-app video', 'Meridian – app backfill'],
    ],
  },
  {
    key: 'puzzles',
    name: 'Puzzle Parade – rewarded video',
    subpublisher: 'Puzzle Parade Games',
    environment: 'app',
    floor: '2.50',
    hourlyRequests: 2100,
    sites: [],
    apps: ['com.example.puzzleparade', 'com.example.puzzleparade.blocks', 'com.example.puzzleparade.words'],
    tiers: [
      ['Orbit – rewarded', 'Pixelforge – Castle Rivals, season four', 'Lagoon Mobile – sometimes slow'],
      ['Brightwater – in-app interstitial', 'PubMatic – through Prebid', 'Rivet Media – mid-roll'],
    ],
  },
  {
    key: 'kidsPlanet',
    name: 'Kids Planet – app pre-roll, contextual only',
    subpublisher: 'Kids Planet Studios',
    environment: 'app',
    floor: '2.00',
    market: 'uk',
    hourlyRequests: 900,
    sites: [],
    apps: ['com.example.kidsplanet'],
    tiers: [
      ['Verdant Grocers – weekly basket, 20 s', 'Grand Atlas Hotels – city breaks'],
      ['Halcyon Video – run of site', 'Travel – two wrappers deep'],
    ],
  },
  {
    key: 'openRoad',
    name: 'Open Road – motoring reviews and long-term test drives, desktop pre-roll',
    subpublisher: 'Open Road Media – motoring, caravans and the great outdoors',
    environment: 'web',
    floor: '2.00',
    market: 'uk',
    hourlyRequests: 500,
    sites: ['openroad.example', 'caravans.openroad.example'],
    apps: [],
    tiers: [
      ['Grand Atlas Hotels – city breaks', 'Kestrel – premium publishers', 'Marketplace – premium video'],
      ['Brightwater – desktop pre-roll', 'Halcyon Video – run of site', 'Index Exchange – through Prebid'],
    ],
  },
];
