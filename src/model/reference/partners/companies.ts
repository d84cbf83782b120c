import type { Integration } from '../integrations.ts';

/** A demand or supply partner, whatever its integration. */
export interface Company {
  /** Stored with objects that use it. */
  id: string;
  name: string;
  /** The integration of its demand; some also have a Prebid variant. */
  integration: Exclude<Integration, 'PreBid'>;
}

const vastNames = {
  aniview: 'Aniview',
  springserve: 'Magnite SpringServe',
  telaria: 'Magnite Streaming (Telaria)',
};

const rtbNames = {
  '33across': '33Across',
  adkernel: 'AdKernel',
  adtelligent: 'Adtelligent',
  appnexus: 'Microsoft Monetize (AppNexus)',
  beachfront: 'Beachfront',
  between: 'BetweenDigital',
  cadent_aperture_mx: 'Cadent Aperture MX',
  colossus: 'Colossus',
  connectad: 'ConnectAd',
  conversant: 'Epsilon (Conversant)',
  criteo: 'Criteo',
  exco: 'EX.CO',
  fwssp: 'FreeWheel SSP',
  gumgum: 'GumGum',
  improvedigital: 'Improve Digital',
  inmobi: 'InMobi',
  ix: 'Index Exchange',
  kargo: 'Kargo',
  limelightDigital: 'Limelight Digital',
  loopme: 'LoopMe',
  medianet: 'Media.net',
  nobid: 'NoBid',
  onetag: 'OneTag',
  openx: 'OpenX',
  pubmatic: 'PubMatic',
  pulsepoint: 'PulsePoint',
  richaudience: 'Rich Audience',
  rise: 'Rise',
  rubicon: 'Magnite (Rubicon)',
  sharethrough: 'Sharethrough',
  smaato: 'Smaato',
  smartadserver: 'Equativ (Smart AdServer)',
  smartyads: 'SmartyAds',
  sonobi: 'Sonobi',
  sovrn: 'Sovrn',
  tappx: 'Tappx',
  teads: 'Teads',
  triplelift: 'TripleLift',
  undertone: 'Undertone',
  unruly: 'Nexxen (Unruly)',
  videobyte: 'VideoByte',
  vidoomy: 'Vidoomy',
  visx: 'VIS.X',
  yahooAds: 'Yahoo',
  yieldmo: 'Yieldmo',
};

/** All companies, each once. Names are apart from parameters and facts, which few pages of the console need. */
export const companies: readonly Company[] = [
  ...Object.entries(vastNames).map(([id, name]) => ({ id, name, integration: 'VAST' }) as const),
  ...Object.entries(rtbNames).map(([id, name]) => ({ id, name, integration: 'RTB' }) as const),
];

const byId: ReadonlyMap<string, Company> = new Map(companies.map((company) => [company.id, company]));

/** The company of a partner's id, also of its Prebid variant; undefined when there is none. */
export function companyOf(id: string): Company | undefined {
  return byId.get(id) ?? byId.get(id.replace(/P$/, ''));
}
