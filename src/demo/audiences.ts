import type { Audience } from '#events/record/records.ts';
import type { Consent, Environment } from '#model/index.ts';
import { hashText } from '#standards/vast/hashText.ts';
import { readUserAgent } from '#standards/userAgent.ts';
import type { DemoChannel } from './demoChannels.ts';
import { markets, type Market } from './markets.ts';

/** A simulated viewer; the same number is always the same person. */
export interface DemoViewer {
  number: number;
  /** ISO 3166-1 alpha-2. */
  country: string;
  agent: string;
  /** IP address from the documentation ranges (RFC 5737). */
  address: string;
  /** Advertising ID; empty in browsers, which have none. */
  deviceId: string;
  choice: Choice;
}

/** A viewer's privacy signals as tag parameters, and the consent that they mean. */
interface Choice {
  params: Readonly<Record<string, string>>;
  consent: Consent;
}

const undeclared: Choice = { params: {}, consent: 'undeclared' };
const limited: Choice = { params: { lmt: '1' }, consent: 'contextual' };
/**
 * Distribution of consent choices, in tenths. Under the GDPR, a platform without a vendor ID of its own may not use
 * IDs.
 */
const choicesIn: Readonly<Record<'gdpr' | 'us' | 'other', readonly Choice[]>> = {
  gdpr: [...repeat(4, { params: { gdpr: '1' }, consent: 'contextual' }), ...repeat(6, undeclared)],
  us: [
    ...repeat(5, { params: { us_privacy: '1YNN' }, consent: 'personal' }),
    { params: { us_privacy: '1YYN' }, consent: 'contextual' },
    limited,
    ...repeat(3, undeclared),
  ],
  other: [limited, ...repeat(9, undeclared)],
};

const gdprCountries: ReadonlySet<string> = new Set(['DE', 'FR', 'AT', 'IE']);

const agents: Readonly<Record<Environment, readonly string[]>> = {
  web: [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  ],
  mobileWeb: [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  ],
  app: [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 13; SM-A546B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/139.0.0.0 Mobile Safari/537.36',
  ],
  ctv: [
    'Roku/DVP-12.5 (12.5.0.4178-88)',
    'Roku/DVP-13.0 (13.0.0.4032-50)',
    'Mozilla/5.0 (Linux; Android 9; AFTKA) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120.4 like Chrome/120.0 Safari/537.36',
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/94.0 TV Safari/537.36',
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 WebAppManager',
  ],
};

const viewersOfChannel = 3000;

/** Picks a random viewer of a channel: some come often, most rarely. */
export function pickRandomViewer(
  { name, environment, market }: Pick<DemoChannel, 'name' | 'environment' | 'market'>,
  random: () => number,
) {
  return demoViewer(`${name} ${Math.floor(random() * random() * viewersOfChannel)}`, environment, market);
}

/** Derives a viewer of a market from a name. */
export function demoViewer(name: string, environment: Environment, market: Market = 'world'): DemoViewer {
  const number = Number.parseInt(hashText(name).slice(0, 8), 16);
  const country = countryAt(market, number % 100);
  const isInApp = environment === 'app' || environment === 'ctv';
  const inCountry = choicesIn[country === 'US' ? 'us' : gdprCountries.has(country) ? 'gdpr' : 'other'];
  return {
    number,
    country,
    agent: itemAt(agents[environment], Math.floor(number / 100)),
    address: `${itemAt(['192.0.2', '198.51.100', '203.0.113'], number)}.${1 + (Math.floor(number / 3) % 254)}`,
    deviceId: isInApp ? `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}` : '',
    choice: itemAt(inCountry, Math.floor(number / 1000)),
  };
}

/** The tag parameters that a viewer's player sends. */
export function viewerParams({ country, address, deviceId, choice }: DemoViewer): Record<string, string> {
  return { country, ip: address, ...(deviceId === '' ? {} : { did: deviceId }), ...choice.params };
}

/** A viewer's audience as serving would have recorded it. */
export function pastAudience(
  { number, country, agent, choice }: DemoViewer,
  { format }: { format?: Audience['mediaType'] },
  isServed: boolean,
): Audience {
  const { device, operatingSystem, family } = readUserAgent(agent);
  const mayIdentifyDevice = choice.consent === 'personal' || choice.consent === 'undeclared';
  return {
    country,
    deviceKind: device,
    os: operatingSystem,
    browser: family,
    mediaType: format ?? 'video',
    integration: format === 'banner' ? 'prebid' : 'vast',
    consent: choice.consent,
    ...(isServed && mayIdentifyDevice ? { device: hashText(`demo viewer ${number}`) } : {}),
  };
}

function countryAt(market: Market, part: number): string {
  let remaining = part;
  return markets[market].find(([, percent]) => (remaining -= percent) < 0)?.[0] ?? 'US';
}

function repeat(count: number, choice: Choice): Choice[] {
  return Array.from({ length: count }, () => choice);
}

function itemAt<T>(list: readonly [T, ...T[]] | readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new RangeError('an empty list');
  return item;
}
