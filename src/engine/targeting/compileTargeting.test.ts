import { describe, expect, test } from 'vitest';
import type { RestrictionReason, TargetingRow } from '#model/index.ts';
import { readQuery } from '#standards/readQuery.ts';
import { buildAddressSet } from '../lists/addressSet.ts';
import { buildTargeting } from '#tests/support/engine/buildRows.ts';
import { compileTargeting } from './compileTargeting.ts';
import type { ActiveList, FindList } from './listRules.ts';
import { readTraits, type RequestHeaders, type RequestSetting } from './readTraits.ts';
import { failingRule } from './rule.ts';

const list = (kind: ActiveList['kind'], ...members: string[]): ActiveList => ({
  kind,
  mode: 'neutral',
  members: kind === 'ip' ? buildAddressSet(members) : new Set(members),
});

/** Lists by id. 1 to 8 contain the values of the requests below; 9 is not in memory, 10 is paused. */
const lists: Record<number, ActiveList> = {
  1: list('bundle', 'com.game'),
  2: list('domain', 'news.example'),
  3: list('appName', 'the game'),
  4: list('ip', '203.0.113.0/24'),
  5: list('deviceId', 'abc-1'),
  6: list('subId', 'Sub-1'),
  7: list('postal', 'SW1A1AA'),
  8: list('publisher', 'Pub-1'),
  9: { kind: 'bundle', mode: 'neutral', members: null },
};

const find: FindList = (_, id) => lists[id];

interface Request {
  query?: string;
  headers?: RequestHeaders;
  setting?: Partial<RequestSetting>;
}

function judge(row: Partial<TargetingRow>, { query = '', headers = {}, setting }: Request): RestrictionReason | null {
  const { rules } = compileTargeting(buildTargeting(row), find);
  const source = { query: readQuery(`/vast/a?${query}`), headers, peer: '203.0.113.9' };
  return failingRule(rules, readTraits(source, { environment: 'web', now: 0, zoneHours: 0, ...setting }));
}

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1';

/**
 * Each dimension: a targeting that includes a value, one that excludes it, a request with the value, and one with
 * another value.
 */
const dimensions: [RestrictionReason, Partial<TargetingRow>, Partial<TargetingRow>, string, string][] = [
  ['targeting_country', { countries: ['US'] }, { excludedCountries: ['US'] }, 'country=USA', 'country=de'],
  ['targeting_us_state', { usStates: ['CA'] }, { excludedUsStates: ['CA'] }, 'country=US&region=CA', 'region=US-NY'],
  ['targeting_region', { regions: ['ca-on'] }, { excludedRegions: ['CA-ON'] }, 'country=CA&region=on', 'region=CA-QC'],
  ['targeting_city', { cities: ['São  Paulo'] }, { excludedCities: ['SAO PAULO'] }, 'city=sao+paulo', 'city=Rio'],
  [
    'targeting_postal_code',
    { postalCodes: ['sw1a 1aa'] },
    { excludedPostalCodes: ['SW1A1AA'] },
    'zip=SW1A%201AA',
    'zip=10001',
  ],
  ['targeting_dma', { dmas: ['501'] }, { excludedDmas: ['501'] }, 'dma=501', 'dma=803'],
  [
    'targeting_area',
    { areas: ['40.7128 -74.006 25'] },
    { excludedAreas: ['40.7128,-74.006,25'] },
    'lat=40.8&lon=-74.1',
    'lat=41.2&lon=-74.1',
  ],
  ['targeting_device', { devices: ['Mobile'] }, { excludedDevices: ['Mobile'] }, 'devicetype=4', 'devicetype=2'],
  ['targeting_os', { operatingSystems: ['iOS'] }, { excludedOperatingSystems: ['iOS'] }, 'os=iPadOS', 'os=Fire%20OS'],
  ['targeting_family', { families: ['safari'] }, { excludedFamilies: ['safari'] }, `ua=${iphone}`, 'ua=Roku/DVP-12.5'],
  ['targeting_language', { languages: ['EN'] }, { excludedLanguages: ['en'] }, 'lang=en-US', 'lang=de'],
  ['targeting_connection', { connections: ['5g'] }, { excludedConnections: ['5g'] }, 'connection=7', 'connection=wifi'],
  [
    'targeting_carrier',
    { carriers: ['Télé One'] },
    { excludedCarriers: ['tele one'] },
    'carrier=TELE%20ONE',
    'isp=Other',
  ],
  ['targeting_app_list', { appListIds: [1] }, { excludedAppListIds: [1] }, 'app_bundle=COM.game', 'app_bundle=com.x'],
  [
    'targeting_site_list',
    { appListIds: [2] },
    { excludedAppListIds: [2] },
    'url=https://www.News.example/x',
    'domain=sport.news.example',
  ],
  ['targeting_app_name_list', { appListIds: [3] }, { excludedAppListIds: [3] }, 'app_name=The%20Game', 'app_name=x'],
  ['targeting_device_id_list', { appListIds: [5] }, { excludedAppListIds: [5] }, 'did=ABC-1', 'did=abc-2'],
  ['targeting_sub_id_list', { appListIds: [6] }, { excludedAppListIds: [6] }, 'sub_id=Sub-1', 'sub_id=sub-1'],
  ['targeting_postal_list', { appListIds: [7] }, { excludedAppListIds: [7] }, 'zip=sw1a1aa', 'zip=10001'],
  ['targeting_publisher_list', { pubListIds: [8] }, { excludedPubListIds: [8] }, 'pubid=Pub-1', 'pubid=pub-1'],
  ['targeting_player_size', { playerSizes: ['L'] }, { excludedPlayerSizes: ['L'] }, 'w=640&h=360', 'w=639&h=360'],
  ['targeting_placement', { placements: ['instream'] }, { excludedPlacements: ['instream'] }, 'plcmt=1', 'placement=4'],
  ['targeting_position', { positions: ['mid'] }, { excludedPositions: ['mid'] }, 'startdelay=-1', 'startdelay=-2'],
  [
    'targeting_category',
    { categories: ['IAB1-5', 'IAB1-6'] },
    { excludedCategories: ['IAB1-5'] },
    'cat=iab2-1,IAB1-5',
    'cat=IAB1',
  ],
  [
    'targeting_genre',
    { genres: ['Drama'] },
    { excludedGenres: ['drama'] },
    'content_genre=News,DRAMA',
    'content_genre=x',
  ],
  [
    'targeting_rating',
    { ratings: ['TV-14'] },
    { excludedRatings: ['tv-14'] },
    'content_rating=tv-14',
    'content_rating=PG',
  ],
  [
    'targeting_channel_name',
    { channelNames: ['One HD'] },
    { excludedChannelNames: ['one hd'] },
    'channel_name=ONE%20HD',
    'channel_name=Two',
  ],
  [
    'targeting_network_name',
    { networkNames: ['Net'] },
    { excludedNetworkNames: ['net'] },
    'network_name=NET',
    'network_name=Other',
  ],
  [
    'targeting_key_value',
    { keyValues: ['Tier=Gold', 'tier=silver'] },
    { excludedKeyValues: ['tier=gold'] },
    'tier=gold',
    'tier=bronze',
  ],
  ['targeting_livestream', { livestream: 'yes' }, { livestream: 'no' }, 'livestream=1', 'livestream=0'],
  ['targeting_skippable', { skippable: 'yes' }, { skippable: 'no' }, 'skip=true', 'skip=0'],
  ['targeting_gdpr', { gdpr: 'yes' }, { gdpr: 'no' }, 'gdpr=1', 'gdpr=0'],
  ['targeting_coppa', { coppa: 'yes' }, { coppa: 'no' }, 'coppa=1', 'coppa=0'],
  ['targeting_tracking', { limitedTracking: 'yes' }, { limitedTracking: 'no' }, 'lmt=0&dnt=1', 'lmt=0'],
];

const unknownFields = [
  'unknownGeography',
  'unknownDevices',
  'unknownOrigins',
  'unknownNetwork',
  'unknownPlayer',
  'unknownContent',
  'unknownPrivacy',
] as const;
const unknown = (policy: 'auto' | 'pass' | 'block') =>
  Object.fromEntries(unknownFields.map((field) => [field, policy])) as Partial<TargetingRow>;

describe.each(dimensions)('targeting that fails with “%s”', (reason, wanted, excluded, same, other) => {
  test('an included value passes, another one does not', () => {
    expect([judge(wanted, { query: same }), judge(wanted, { query: other })]).toEqual([null, reason]);
  });

  test('an excluded value does not pass, another one does', () => {
    expect([judge(excluded, { query: same }), judge(excluded, { query: other })]).toEqual([reason, null]);
  });

  test('a request without a value fails where values are included, passes where excluded, or as configured', () => {
    expect([judge(wanted, {}), judge(excluded, {})]).toEqual([reason, null]);
    expect([judge({ ...wanted, ...unknown('pass') }, {}), judge({ ...excluded, ...unknown('pass') }, {})]).toEqual([
      null,
      null,
    ]);
    expect([judge({ ...wanted, ...unknown('block') }, {}), judge({ ...excluded, ...unknown('block') }, {})]).toEqual([
      reason,
      reason,
    ]);
  });
});

describe('a targeting reads from every request', () => {
  test('its environment', () => {
    const inApp = { setting: { environment: 'app' as const } };
    expect(judge({ environments: ['app', 'ctv'] }, inApp)).toBeNull();
    expect(judge({ environments: ['ctv'] }, inApp)).toBe('targeting_environment');
    expect(judge({ excludedEnvironments: ['app'] }, inApp)).toBe('targeting_environment');
  });

  test('its address: the parameter before the peer’s', () => {
    expect(judge({ appListIds: [4] }, {})).toBeNull();
    expect(judge({ appListIds: [4] }, { query: 'ip=192.0.2.1' })).toBe('targeting_ip_list');
    expect(judge({ excludedAppListIds: [4] }, { query: 'ip=nonsense' })).toBe('targeting_ip_list');
  });

  test('its hour of the week in the account’s zone', () => {
    const monday = { setting: { now: Date.parse('2026-03-08T22:00:00Z'), zoneHours: 2 } };
    expect(judge({ hours: [0] }, monday)).toBeNull();
    expect(judge({ hours: [1, 166] }, monday)).toBe('targeting_hour');
  });

  test('whether it has ids and strings', () => {
    expect(judge({ deviceId: 'yes' }, { query: 'did=abc' })).toBeNull();
    expect(judge({ deviceId: 'no' }, { query: 'did=abc' })).toBe('targeting_device_id');
    expect(judge({ userId: 'yes' }, { query: 'user_id=7' })).toBeNull();
    expect(judge({ userId: 'yes' }, {})).toBe('targeting_user_id');
    expect(judge({ gpp: 'yes' }, { query: 'gpp=DBAA' })).toBeNull();
    expect(judge({ gpp: 'no' }, { query: 'gpp=DBAA' })).toBe('targeting_gpp');
    expect(judge({ gpc: 'no' }, { headers: { 'sec-gpc': '1' } })).toBe('targeting_gpc');
    expect(judge({ gpc: 'no' }, {})).toBeNull();
  });

  test.each(['did=00000000-0000-0000-0000-000000000000', 'did=abc&lmt=1', 'did=abc&dnt=1', 'did=abc&coppa=1'])(
    'an ID that the viewer has limited counts as none: %s',
    (query) => {
      expect(judge({ deviceId: 'yes' }, { query })).toBe('targeting_device_id');
    },
  );
});

describe('consent', () => {
  test.each([
    ['gdpr', 'gdpr=1', 'targeting_consent'],
    ['gdpr', 'gdpr=1&gdpr_consent=CP', null],
    ['gdpr', 'gdpr=0', null],
    ['gdpr', '', null],
    ['always', 'gdpr=0', 'targeting_consent'],
    ['always', 'consent=CP', null],
  ] as const)('required: %s, declared: %s', (consent, query, reason) => {
    expect(judge({ consent }, { query })).toBe(reason);
  });

  test.each([
    ['declared', 'us_privacy=1YNN', null],
    ['declared', 'us_privacy=nonsense', 'targeting_us_privacy'],
    ['sale', 'us_privacy=1YNN', null],
    ['sale', 'us_privacy=1---', null],
    ['sale', 'us_privacy=1yyn', 'targeting_us_privacy'],
    ['sale', '', null],
  ] as const)('US privacy: %s, declared: %s', (usPrivacy, query, reason) => {
    expect(judge({ usPrivacy }, { query })).toBe(reason);
  });

  test('where GDPR may apply, requests that do not declare it can be blocked', () => {
    expect(judge({ consent: 'gdpr', unknownPrivacy: 'block' }, {})).toBe('targeting_consent');
    expect(judge({ usPrivacy: 'sale', unknownPrivacy: 'block' }, {})).toBe('targeting_us_privacy');
  });
});

describe('the supply chain', () => {
  const one = 'schain=1.0,1!a.example,1,1';
  const two = 'schain=1.0,0!a.example,1,1!b.example,2,1';
  test.each<[Partial<TargetingRow>, string, boolean]>([
    [{ schainMaxNodes: 2 }, two, true],
    [{ schainMaxNodes: 1 }, two, false],
    [{ schainMaxNodes: 1 }, '', true],
    [{ directOnly: true }, one, true],
    [{ directOnly: true, schainMaxNodes: 5 }, two, false],
    [{ schainComplete: true }, one, true],
    [{ schainComplete: true }, two, false],
    [{ schainComplete: true }, '', false],
    [{ schainComplete: true, unknownOrigins: 'pass' }, '', true],
    [{ schainMaxNodes: 5, unknownOrigins: 'block' }, '', false],
    [{ schainMaxNodes: 5 }, 'schain=nonsense', false],
  ])('with %j, “%s” passes: %s', (row, query, passes) => {
    expect(judge(row, { query })).toBe(passes ? null : 'targeting_schain');
  });
});

describe('lists', () => {
  test('of several kinds: one of each kind must contain the request', () => {
    const row = { appListIds: [1, 2] };
    expect(judge(row, { query: 'app_bundle=com.game&domain=news.example' })).toBeNull();
    expect(judge(row, { query: 'app_bundle=com.game&domain=x.example' })).toBe('targeting_site_list');
  });

  test('that are not in memory yet block everything, included or excluded', () => {
    expect(judge({ appListIds: [9] }, { query: 'app_bundle=a' })).toBe('list_not_loaded');
    expect(judge({ excludedAppListIds: [9] }, { query: 'app_bundle=a' })).toBe('list_not_loaded');
  });

  test('that are paused are ignored', () => {
    expect(judge({ appListIds: [10] }, {})).toBeNull();
  });
});

describe('states', () => {
  test('a request from elsewhere is in no state, one from an unknown place has no value', () => {
    expect(judge({ excludedUsStates: ['CA'] }, { query: 'country=DE' })).toBeNull();
    expect(judge({ usStates: ['CA'], unknownGeography: 'pass' }, { query: 'country=DE' })).toBe('targeting_us_state');
    expect(judge({ usStates: ['CA'], unknownGeography: 'pass' }, { query: 'region=CA' })).toBeNull();
  });
});

describe('categories', () => {
  test('a request with a whole category passes when all its subcategories are included', () => {
    const parts = Array.from({ length: 7 }, (_, index) => `IAB1-${index + 1}`);
    expect(judge({ categories: parts }, { query: 'cat=IAB1' })).toBeNull();
    expect(judge({ categories: parts.slice(1) }, { query: 'cat=IAB1' })).toBe('targeting_category');
    expect(judge({ excludedCategories: parts }, { query: 'cat=IAB1' })).toBe('targeting_category');
  });
});

describe('key-values', () => {
  const row = { keyValues: ['tier=gold', 'section=*'], excludedKeyValues: ['kids=*'] };
  test.each([
    ['tier=gold&section=a', true],
    ['tier=silver,gold&section=a', true],
    ['tier=gold', false],
    ['section=a', false],
    ['tier=gold&section=a&kids=0', false],
  ])('of “%s” pass: %s', (query, passes) => {
    expect(judge(row, { query })).toBe(passes ? null : 'targeting_key_value');
  });
});

test('devices are read from the user agent too, and last from the channel’s environment', () => {
  expect(judge({ devices: ['SmartTV'] }, { headers: { 'user-agent': 'Roku/DVP-12.5' } })).toBeNull();
  expect(judge({ devices: ['SmartTV'] }, { setting: { environment: 'ctv' } })).toBeNull();
  expect(judge({ devices: ['SmartTV'] }, { query: `ua=${iphone}`, setting: { environment: 'ctv' } })).toBe(
    'targeting_device',
  );
  expect(judge({ languages: ['fr'] }, { headers: { 'accept-language': 'fr-CH, en;q=0.8' } })).toBeNull();
});

test('a targeting without restrictions has no rules', () => {
  expect(compileTargeting(buildTargeting(), find)).toEqual({ rules: [], creatives: null });
});
