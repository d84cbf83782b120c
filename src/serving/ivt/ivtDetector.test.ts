import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseAgentList } from '#engine/ivt/agentList.ts';
import { createDataCenterListReader } from '#engine/ivt/dataCenterList.ts';
import type { Environment } from '#model/index.ts';
import { truncateUserAgent } from '#standards/truncateUserAgent.ts';
import { readQuery } from '#standards/readQuery.ts';
import { buildMmdb } from '#tests/support/serving/buildMmdb.ts';
import { openGeo } from '../geo/openGeo.ts';
import type { RequestSignals } from '../imp/requestSignals.ts';
import { checkTraffic } from './checkTraffic.ts';
import { noFetchedLists } from './fetchedLists.ts';
import { createIvtDetector, type IvtDetector } from './ivtDetector.ts';
import { readTrafficLists, type TrafficListFiles } from './trafficLists.ts';
import { withForwardedViewer } from './withForwardedViewer.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const roku = 'Roku/DVP-12.5 (12.5.5.4174-46)';
const server = 'Go-http-client/1.1';
/** Addresses of a hosting provider, of an access provider, and of a network that is not in the data. */
const [hosted, atHome, elsewhere] = ['18.0.0.7', '73.0.0.7', '81.2.69.142'];

let folder = '';
let warnings: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ivt-'));
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const warn = (text: string) => void warnings.push(text);

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function openDetector(files: TrafficListFiles = {}): Promise<IvtDetector> {
  const networks = file(
    'asn.mmdb',
    buildMmdb({
      '18.0.0.0/8': { autonomous_system_number: 16_509 },
      '73.0.0.0/8': { autonomous_system_number: 7922 },
      '8.8.8.8/32': { autonomous_system_number: 15_169 },
    }),
  );
  const { locate } = await openGeo({ cities: [], networks: [networks] }, warn);
  return createIvtDetector({ lists: await readTrafficLists(files, warn), locate, maxPerMinute: 20, salt: 'salt' });
}

/** A request of a viewer at home on a web page, unless overridden. */
function buildSignals(
  query = '',
  headers: RequestSignals['headers'] = {},
  overrides: Partial<RequestSignals> = {},
): RequestSignals {
  return { query: readQuery(`?${query}`), headers: { 'user-agent': chrome, ...headers }, peer: atHome, ...overrides };
}

const at = 1_780_000_000_000;
const verdictOf = (detector: IvtDetector, signals: RequestSignals, environment: Environment = 'web') =>
  detector.detect(signals, environment, at);

describe('a request', () => {
  test.each<[string, string, RequestSignals, Environment?]>([
    ['of a viewer at home', 'valid', buildSignals()],
    ['of a browser without a user agent', 'no_agent', buildSignals('', { 'user-agent': undefined })],
    [
      'of a server that declares its viewer',
      'valid',
      buildSignals(`ip=${atHome}&ua=${roku}`, { 'user-agent': server }),
      'ctv',
    ],
    ['of a server that declares no viewer', 'not_a_browser', buildSignals('', { 'user-agent': server }), 'ctv'],
    ['from a data center', 'data_center', buildSignals('', {}, { peer: hosted })],
    ['for a viewer in a data center', 'data_center', buildSignals(`ip=${hosted}`)],
    [
      'from a data center for a viewer at home',
      'valid',
      buildSignals(`ip=${atHome}&ua=${roku}`, {}, { peer: hosted }),
      'ctv',
    ],
    ['from an unknown address', 'valid', buildSignals('', {}, { peer: '' })],
    ['of a prefetched page', 'prefetch', buildSignals('', { 'sec-purpose': 'prefetch;prerender' })],
    ['of a page that Firefox prefetches', 'prefetch', buildSignals('', { 'x-moz': 'prefetch' })],
    ['of a page that Safari previews', 'prefetch', buildSignals('', { 'x-purpose': 'preview' })],
    ['for a player of one pixel', 'hidden_player', buildSignals('w=1&h=1')],
    ['for a player of a common size', 'valid', buildSignals('w=640&h=360')],
    ['that declares a computer as a TV', 'device_mismatch', buildSignals('devicetype=3')],
    ['that declares Windows as Android', 'device_mismatch', buildSignals('os=Android')],
    ['whose client hints name another system', 'device_mismatch', buildSignals('', { 'sec-ch-ua-platform': '"iOS"' })],
    ['whose client hints name its system', 'valid', buildSignals('', { 'sec-ch-ua-platform': '"Windows"' })],
    [
      'whose client hints are those of the calling server',
      'valid',
      buildSignals(`ua=${roku}`, { 'sec-ch-ua-platform': '"Windows"' }),
      'ctv',
    ],
    [
      'whose client hints name a headless browser',
      'headless',
      buildSignals('', { 'sec-ch-ua': '"Chromium";v="126", "HeadlessChrome";v="126"' }),
    ],
  ])('%s is %s', async (_, verdict, signals, environment) => {
    expect(verdictOf(await openDetector(), signals, environment)).toBe(verdict);
  });

  test('exceeds the rate after the allowed number per minute, separately for each viewer', async () => {
    const detector = await openDetector();
    const verdictFor = (signals: RequestSignals, times: number) =>
      Array.from({ length: times }, (_, index) => detector.detect(signals, 'web', at + index));
    expect(verdictFor(buildSignals(), 20)).not.toContain('too_frequent');
    expect(verdictFor(buildSignals(), 1)).toEqual(['too_frequent']);
    expect(verdictFor(buildSignals('', { 'user-agent': `${chrome} Edg/126.0` }), 1)).toEqual(['valid']);
    expect(verdictFor(buildSignals('', {}, { peer: elsewhere }), 1)).toEqual(['valid']);
    // Behind an untrusted proxy all viewers have the proxy's address.
    expect(verdictFor(buildSignals('', {}, { peer: '10.0.0.1' }), 30)).not.toContain('too_frequent');
  });

  test('that is a test is checked, and does not count towards the rate', async () => {
    const detector = await openDetector();
    for (let index = 0; index < 40; index += 1) {
      expect(detector.detect(buildSignals('', {}, { isTest: true }), 'web', at)).toBe('valid');
    }
    expect(detector.detect(buildSignals(), 'web', at)).toBe('valid');
    expect(detector.detect(buildSignals('', { 'user-agent': server }, { isTest: true }), 'web', at)).toBe(
      'not_a_browser',
    );
  });

  test('with a user agent of any length is checked', async () => {
    const detector = await openDetector();
    for (const agent of [chrome, roku]) {
      const headers = { 'user-agent': truncateUserAgent(agent.padEnd(100_000, ' x')) };
      for (const environment of ['web', 'app', 'ctv'] as const) {
        expect(verdictOf(detector, buildSignals('', headers), environment)).toBe('not_a_browser');
      }
    }
  });
});

describe('the lists of the operator', () => {
  test('match addresses of viewers and callers, and user agents', async () => {
    const detector = await openDetector({
      blockedIps: file('ips.txt', '# ours\n81.2.69.0/24  # a farm\n2001:db8::/32\n\nnonsense\n'),
      blockedAgents: file('agents.txt', '^Roku/DVP-12\n'),
    });
    expect(verdictOf(detector, buildSignals('', {}, { peer: elsewhere }))).toBe('listed_address');
    expect(verdictOf(detector, buildSignals(`ip=${elsewhere}`))).toBe('listed_address');
    expect(verdictOf(detector, buildSignals(`ip=${atHome}`, {}, { peer: elsewhere }))).toBe('listed_address');
    expect(verdictOf(detector, buildSignals('ip=2001:db8::9'))).toBe('listed_address');
    expect(verdictOf(detector, buildSignals(`ua=${roku}`), 'ctv')).toBe('listed_agent');
    expect(verdictOf(detector, buildSignals())).toBe('valid');
    expect(warnings).toEqual([expect.stringContaining('1 lines are neither IP addresses nor IP ranges')]);
  });

  test('that cannot be read are reported, and the other checks work', async () => {
    const detector = await openDetector({ blockedIps: join(folder, 'none.txt') });
    expect(verdictOf(detector, buildSignals('', { 'user-agent': 'curl/8.5.0' }))).toBe('not_a_browser');
    expect(warnings).toEqual([expect.stringContaining('none.txt could not be read and is ignored')]);
  });
});

describe('lists that are fetched', () => {
  test('apply as soon as they are replaced, also to user agents that were seen before', async () => {
    let fetched = noFetchedLists;
    const { locate } = await openGeo({ cities: [], networks: [] }, warn);
    const detector = createIvtDetector({
      lists: await readTrafficLists({}, warn),
      fetched: () => fetched,
      locate,
      maxPerMinute: 20,
      salt: 'salt',
    });
    const [viewer, television] = [buildSignals('', {}, { peer: elsewhere }), buildSignals(`ua=${roku}`)];
    expect(verdictOf(detector, viewer)).toBe('valid');
    expect(verdictOf(detector, television, 'ctv')).toBe('valid');
    const reader = createDataCenterListReader();
    reader.readLine('81.2.69.0/24');
    fetched = { ...noFetchedLists, robots: parseAgentList('^Roku/DVP-12'), dataCenters: reader.build() };
    expect(verdictOf(detector, viewer)).toBe('data_center');
    expect(verdictOf(detector, television, 'ctv')).toBe('listed_agent');
    fetched = noFetchedLists;
    expect(verdictOf(detector, viewer)).toBe('valid');
    expect(verdictOf(detector, television, 'ctv')).toBe('valid');
  });
});

describe('a partner with server-side ad insertion', () => {
  const relayed = async (headers: RequestSignals['headers'], query = '') => {
    const detector = await openDetector({ trustedIps: file('trusted.txt', '18.0.0.0/24') });
    const signals = withForwardedViewer(
      buildSignals(query, { 'user-agent': server, ...headers }, { peer: hosted }),
      detector.isPartner,
    );
    return { detector, signals };
  };

  test('is checked by the device that it declares', async () => {
    const { detector, signals } = await relayed({ 'x-device-ip': '::ffff:73.0.0.9', 'x-device-user-agent': roku });
    expect(signals).toMatchObject({ peer: '73.0.0.9', headers: { 'user-agent': roku } });
    expect(verdictOf(detector, signals, 'ctv')).toBe('valid');
    const other = await relayed({ 'x-device-ip': '18.9.9.9', 'x-device-user-agent': roku });
    expect(verdictOf(other.detector, other.signals, 'ctv')).toBe('data_center');
    const bot = await relayed({ 'x-device-ip': atHome, 'x-device-user-agent': 'curl/8.5.0' });
    expect(verdictOf(bot.detector, bot.signals, 'ctv')).toBe('not_a_browser');
  });

  test('passes when it declares none, whatever its request rate', async () => {
    const { detector, signals } = await relayed({});
    for (let index = 0; index < 50; index += 1) expect(detector.detect(signals, 'ctv', at + index)).toBe('valid');
  });

  test('is the only one whose headers are trusted', async () => {
    const detector = await openDetector();
    const signals = buildSignals('', { 'x-device-ip': atHome }, { peer: hosted });
    expect(withForwardedViewer(signals, detector.isPartner)).toBe(signals);
    expect(verdictOf(detector, signals)).toBe('data_center');
  });
});

describe('the check of a request', () => {
  const bot = buildSignals('', { 'user-agent': 'curl/8.5.0' });
  const policy = { environment: 'web', checksIvt: true, blocksIvt: false } as const;

  test('is skipped when nothing requires it', async () => {
    let detections = 0;
    const counting: IvtDetector = {
      isPartner: () => false,
      detect: () => {
        detections += 1;
        return 'crawler';
      },
    };
    const ruling = checkTraffic(counting, { ...policy, checksIvt: false, blocksIvt: true }, bot, at);
    expect(ruling).toMatchObject({ verdict: undefined, isBlocked: false });
    expect(detections).toBe(0);
    // A tag may check even if its channel does not.
    expect(ruling.isInvalid()).toBe(true);
    expect(ruling.isInvalid()).toBe(true);
    expect(detections).toBe(1);
  });

  test('records the verdict, and blocks the ad where the account wants it', async () => {
    const detector = await openDetector();
    expect(checkTraffic(detector, policy, bot, at)).toMatchObject({ verdict: 'not_a_browser', isBlocked: false });
    expect(checkTraffic(detector, policy, bot, at).isInvalid()).toBe(true);
    expect(checkTraffic(detector, { ...policy, blocksIvt: true }, bot, at).isBlocked).toBe(true);
    const viewer = checkTraffic(detector, { ...policy, blocksIvt: true }, buildSignals(), at);
    expect(viewer).toMatchObject({ verdict: 'valid', isBlocked: false });
    expect(viewer.isInvalid()).toBe(false);
  });
});
