import { expect, test } from 'vitest';
import { judgeSourceHour, type SourceHour } from './judgeSourceHour.ts';

/** A viewer with a phone who watches a few ads. */
function buildHour(overrides: Partial<SourceHour> = {}): SourceHour {
  return {
    isDevice: true,
    imps: 12,
    clicks: 0,
    maxClicksPerMinute: 0,
    expectedClicks: 0.1,
    videoMinutes: 0,
    displayMinutes: 0,
    frequentMinutes: 0,
    places: 2,
    agents: 1,
    networks: 1,
    neighbors: 1,
    ...overrides,
  };
}

const address = { isDevice: false, neighbors: 3 } as const;

test.each<[string, Partial<SourceHour>]>([
  ['a viewer', {}],
  ['a household with four TVs that watch the same pods', { ...address, imps: 192, frequentMinutes: 0 }],
  ['a child that clicks every ad of a game', { imps: 9, clicks: 9, maxClicksPerMinute: 4 }],
  ['a phone between Wi-Fi and two mobile networks, in apps with web views', { networks: 12, agents: 6, places: 40 }],
  [
    'a carrier in a match: thousands of equal phones with the click rate of all others',
    {
      ...address,
      neighbors: 240,
      imps: 60_000,
      clicks: 600,
      maxClicksPerMinute: 40,
      expectedClicks: 580,
      frequentMinutes: 55,
    },
  ],
  [
    'an office whose computers all have the same browser',
    {
      ...address,
      neighbors: 12,
      imps: 25_000,
      clicks: 60,
      maxClicksPerMinute: 11,
      expectedClicks: 50,
      frequentMinutes: 45,
    },
  ],
  ['a pod of short ads', { videoMinutes: 9, imps: 100 }],
  ['a page that reloads its ads', { displayMinutes: 2, imps: 700 }],
])('%s is valid', (_, overrides) => {
  expect(judgeSourceHour(buildHour(overrides))).toBeNull();
});

test.each<[string, Partial<SourceHour>, NonNullable<ReturnType<typeof judgeSourceHour>>]>([
  ['ten clicks in a minute', { clicks: 10, maxClicksPerMinute: 10 }, { reason: 'click_burst', isOfClicksOnly: true }],
  ['forty clicks in an hour', { clicks: 40, maxClicksPerMinute: 1 }, { reason: 'click_burst', isOfClicksOnly: true }],
  [
    'an address that clicks far more than others would',
    { ...address, imps: 200, clicks: 60, maxClicksPerMinute: 5, expectedClicks: 2 },
    { reason: 'click_burst', isOfClicksOnly: true },
  ],
  ['more videos than can play', { videoMinutes: 10 }, { reason: 'ad_burst', isOfClicksOnly: false }],
  ['more display ads than pages show', { displayMinutes: 10 }, { reason: 'ad_burst', isOfClicksOnly: false }],
  [
    'a household beyond the operator’s limit',
    { ...address, frequentMinutes: 10 },
    { reason: 'ad_burst', isOfClicksOnly: false },
  ],
  ['a hundred sites in an hour', { places: 101 }, { reason: 'device_spread', isOfClicksOnly: false }],
  ['a device with changing user agents', { agents: 21 }, { reason: 'device_spread', isOfClicksOnly: false }],
  ['a device behind many proxies', { networks: 31 }, { reason: 'device_spread', isOfClicksOnly: false }],
])('%s is invalid', (_, overrides, finding) => {
  expect(judgeSourceHour(buildHour(overrides))).toEqual(finding);
});

test('the rules for one device do not apply to addresses, behind which there may be many', () => {
  const many = { ...address, videoMinutes: 60, displayMinutes: 60, places: 500, agents: 1, networks: 1 };
  expect(judgeSourceHour(buildHour(many))).toBeNull();
});
