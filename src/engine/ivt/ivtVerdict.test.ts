import { describe, expect, test } from 'vitest';
import type { Environment, IvtReason } from '#model/index.ts';
import { classifyUserAgent } from '#standards/ivt/classifyUserAgent.ts';
import { hostingProviderByAsn } from './hostingProviderByAsn.ts';
import { ivtVerdict, type TrafficSignals } from './ivtVerdict.ts';

const agents = {
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  chromeOnMac:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  androidAsDesktop:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  androidBox:
    'Mozilla/5.0 (Linux; Android 9; X96mini) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0 Safari/537.36',
  ipadAsMac:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
  roku: 'Roku/DVP-12.5 (12.5.5.4174-46)',
  tizen:
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/76.0 TV Safari/537.36',
  xbox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0 Safari/537.36 Edge/17.17134',
  appleTv: 'AppleTV11,1/11.1',
  exoPlayer: 'ExoPlayerLib/2.18.1',
  okhttp: 'okhttp/4.12.0',
  appOnTvOs: 'StreamApp/31 CFNetwork/1490.0.4 Darwin/23.2.0',
  tclPhone:
    'Mozilla/5.0 (Linux; Android 11; TCL T767H) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  headless:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36',
  curl: 'curl/8.5.0',
  googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  none: '',
} as const;

/** A viewer at a computer; overrides change the signals. */
function buildSignals(overrides: Partial<TrafficSignals> = {}): TrafficSignals {
  return {
    environment: 'web',
    isAddressListed: false,
    isAgentListed: false,
    agent: classifyUserAgent(agents.chrome),
    declared: { device: '', operatingSystem: '' },
    isDataCenter: false,
    isPrefetch: false,
    isHintedHeadless: false,
    width: 640,
    height: 360,
    isTooFrequent: false,
    ...overrides,
  };
}

test('a viewer at a computer is valid traffic', () => {
  expect(ivtVerdict(buildSignals())).toBe(null);
});

test.each<[Environment, keyof typeof agents, IvtReason | null]>([
  ['web', 'iphone', null],
  ['mobileWeb', 'android', null],
  // TVs have browsers too.
  ['web', 'tizen', null],
  ['ctv', 'roku', null],
  ['ctv', 'tizen', null],
  ['ctv', 'xbox', null],
  ['ctv', 'appleTv', null],
  ['ctv', 'exoPlayer', null],
  ['ctv', 'androidBox', null],
  ['app', 'okhttp', null],
  ['app', 'exoPlayer', null],
  ['app', 'android', null],
  ['web', 'okhttp', 'not_a_browser'],
  ['mobileWeb', 'exoPlayer', 'not_a_browser'],
  ['web', 'none', 'no_agent'],
  ['app', 'none', 'no_agent'],
  ['ctv', 'none', 'no_agent'],
  ['web', 'headless', 'headless'],
  ['app', 'headless', 'headless'],
  ['web', 'googlebot', 'crawler'],
  ['ctv', 'googlebot', 'crawler'],
  ['web', 'curl', 'not_a_browser'],
  ['app', 'curl', 'not_a_browser'],
])('%s: a request of %s is %s', (environment, name, reason) => {
  expect(ivtVerdict(buildSignals({ environment, agent: classifyUserAgent(agents[name]) }))).toBe(reason);
});

describe('a declared device', () => {
  test.each<[keyof typeof agents, string, string, boolean]>([
    ['chrome', 'Desktop', 'Windows', true],
    ['chrome', '', '', true],
    ['chrome', 'SmartTV', '', false],
    ['chromeOnMac', 'SmartTV', '', false],
    ['iphone', 'SmartTV', '', false],
    ['iphone', 'Desktop', '', false],
    ['android', 'Desktop', '', false],
    ['roku', 'Mobile', '', false],
    ['tizen', 'Mobile', '', false],
    ['roku', 'Desktop', '', false],
    ['roku', 'SmartTV', 'Roku', true],
    ['xbox', 'SmartTV', 'Windows', true],
    ['appleTv', 'SmartTV', '', true],
    // Sent by genuine devices.
    ['androidBox', 'SmartTV', 'Android', true],
    ['ipadAsMac', 'Mobile', 'iOS', true],
    ['androidAsDesktop', 'Mobile', 'Android', true],
    ['chrome', 'Mobile', 'Windows', true],
    ['tclPhone', 'Mobile', 'Android', true],
    ['appOnTvOs', 'SmartTV', '', true],
    ['chrome', '', 'Android', false],
    ['iphone', '', 'Windows', false],
    ['android', '', 'iOS', false],
    ['roku', '', 'Tizen', false],
  ])('%s may declare %s with %s: %s', (name, device, operatingSystem, isPossible) => {
    const signals = buildSignals({
      environment: 'ctv',
      agent: classifyUserAgent(agents[name]),
      declared: { device, operatingSystem },
    });
    expect(ivtVerdict(signals)).toBe(isPossible ? null : 'device_mismatch');
  });
});

test.each<[Partial<TrafficSignals>, IvtReason | null]>([
  [{ isAddressListed: true }, 'listed_address'],
  [{ isAgentListed: true }, 'listed_agent'],
  [{ isPrefetch: true }, 'prefetch'],
  [{ isDataCenter: true }, 'data_center'],
  [{ isHintedHeadless: true }, 'headless'],
  [{ width: 0, height: 0 }, 'hidden_player'],
  [{ width: 1, height: 1 }, 'hidden_player'],
  [{ width: 0, height: null }, null],
  [{ width: 640, height: 1 }, null],
  [{ width: null, height: null }, null],
  [{ isTooFrequent: true }, 'too_frequent'],
  // Server-side ad insertion does not always send the viewer's user agent.
  [{ agent: null }, null],
  [{ agent: null, isDataCenter: true }, 'data_center'],
])('of %j the verdict is %s', (overrides, reason) => {
  expect(ivtVerdict(buildSignals(overrides))).toBe(reason);
});

test('of several reasons the most certain is reported', () => {
  const all = buildSignals({
    isAddressListed: true,
    isPrefetch: true,
    agent: classifyUserAgent(agents.curl),
    isDataCenter: true,
    isTooFrequent: true,
  });
  expect(ivtVerdict(all)).toBe('listed_address');
  expect(ivtVerdict({ ...all, isAddressListed: false })).toBe('prefetch');
  expect(ivtVerdict({ ...all, isAddressListed: false, isPrefetch: false })).toBe('not_a_browser');
});

test('hosting networks are listed, and networks with traffic of viewers are not', () => {
  for (const [system, host] of [
    [16509, 'Amazon Web Services'],
    [14618, 'Amazon Web Services'],
    [396982, 'Google Cloud'],
    [8075, 'Microsoft Azure'],
    [16276, 'OVH'],
    [24940, 'Hetzner'],
    [14061, 'DigitalOcean'],
    [63949, 'Linode'],
    [20473, 'Vultr'],
    [31898, 'Oracle Cloud'],
    [45102, 'Alibaba'],
    [132203, 'Tencent'],
    [60781, 'Leaseweb'],
    [51167, 'Contabo'],
  ] as const) {
    expect(hostingProviderByAsn.get(system)).toBe(host);
  }
  for (const system of [15169, 13335, 20940, 7922, 3320, 35540]) expect(hostingProviderByAsn.has(system)).toBe(false);
});
