import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import type { ServeRecord, TraceRecord } from '#events/record/records.ts';
import { buildMmdb } from '#tests/support/serving/buildMmdb.ts';
import { openTraffic } from '#serving/ivt/openTraffic.ts';
import { buildBidRequest } from '../bidders.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const [atHome, hosted] = ['73.0.0.7', '18.0.0.7'];

let folder = '';
let server: TestServing;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'traffic-'));
  const networks = join(folder, 'asn.mmdb');
  writeFileSync(
    networks,
    buildMmdb({
      '18.0.0.0/8': { autonomous_system_number: 16_509 },
      '8.8.8.8/32': { autonomous_system_number: 15_169 },
    }),
  );
  const warnings: string[] = [];
  const traffic = await openTraffic(
    {
      GEO_CITY_MMDB: [],
      GEO_ASN_MMDB: [networks],
      IVT_BLOCKED_IPS: undefined,
      IVT_BLOCKED_AGENTS: undefined,
      IVT_TRUSTED_IPS: undefined,
      IVT_MAX_PER_MINUTE: 300,
    },
    (text) => warnings.push(text),
  );
  expect(warnings).toEqual([]);
  server = await startTestServing({ ...traffic, env: { TRACE_SHARE: '1' } });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const stored = (overrides: Parameters<typeof buildTag>[0]) =>
  buildTag({
    source: 'stored',
    vastXml: buildVast({ kind: 'inline' }),
    rate: '2.50',
    ...overrides,
  });

/** Sends a request of a viewer with a user agent and an address. */
async function requestAd(agent: string, ip = atHome): Promise<{ xml: string; record: TestServing['serves'][number] }> {
  return server.requestAd(new URLSearchParams({ ip, ua: agent }).toString());
}

describe('a channel that checks for invalid traffic', () => {
  test('records invalid traffic and still serves it, except from tags that check too', async () => {
    server.useTags([stored({ id: 1, checkIVT: true, rate: '9.00' }), stored({ id: 2, name: 'Other' })], {
      checkIVT: true,
    });
    const viewer = await requestAd(chrome);
    expect(viewer.record).toMatchObject({ reason: null, origin: { ivt: 'valid' } });
    expect(viewer.record.candidates.find(({ reason }) => reason === null)?.tagId).toBe(1);
    const invalid = await requestAd(bot);
    expect(invalid.record).toMatchObject({
      reason: null,
      origin: { ivt: 'crawler' },
      requestFee: 10_000,
    });
    expect(invalid.record.candidates.map(({ tagId, reason }) => [tagId, reason])).toEqual(
      expect.arrayContaining([
        [1, 'ivt'],
        [2, null],
      ]),
    );
    expect((await requestAd(chrome, hosted)).record.origin.ivt).toBe('data_center');
  });

  test('of an account that blocks it returns no ad and costs nothing', async () => {
    server.useTags([stored({ id: 1 })], { checkIVT: true }, { blockIVT: true });
    const { record, xml } = await requestAd(bot);
    expect(record).toMatchObject({
      reason: 'ivt_prebid',
      origin: { ivt: 'crawler' },
      requestFee: 0,
      candidates: [],
    });
    expect(xml).not.toContain('<Ad');
    expect((await requestAd(chrome)).record).toMatchObject({ reason: null, origin: { ivt: 'valid' } });
  });

  test('has the verdict in the token of the ad, so that its events contain it', async () => {
    server.useTags([stored({ id: 1 })], { checkIVT: true });
    const { xml } = await requestAd(bot);
    const url = /https:\/\/ads\.example(\/e\/impression\/[^<\]]+)/.exec(xml)?.[1] ?? '';
    expect((await fetch(`${server.url}${url}`)).status).toBeLessThan(300);
    expect(server.events.at(-1)).toMatchObject({
      verdict: 'valid',
      payload: { origin: { ivt: 'crawler' } },
    });
  });
});

test('a channel without the check evaluates nothing, also if the account blocks', async () => {
  server.useTags([stored({ id: 1 })], { checkIVT: false }, { blockIVT: true });
  const { record } = await requestAd(bot);
  expect(record.reason).toBe(null);
  expect(record.origin).not.toHaveProperty('ivt');
});

test('a tag with the check accepts no invalid traffic from a channel without it', async () => {
  server.useTags([stored({ id: 1, checkIVT: true })], { checkIVT: false });
  const { record } = await requestAd(bot);
  expect(record).toMatchObject({
    reason: 'no_candidates',
    candidates: [{ tagId: 1, reason: 'ivt' }],
  });
  expect(record.origin).not.toHaveProperty('ivt');
  expect((await requestAd(chrome)).record.reason).toBe(null);
});

describe('a user agent that is longer than those of devices', () => {
  const words = ['Tizen ', 'iPhone ', 'Android;', 'SMART-TV ', `${chrome} `];
  const long = (word: string) => word.repeat(Math.ceil(14_000 / word.length));
  const sold = (): { record: ServeRecord; trace: TraceRecord } => {
    const [record, trace] = [server.serves.at(-1), server.traces.at(-1)];
    return record && trace ? { record, trace } : expect.fail('nothing recorded');
  };

  beforeAll(() => server.useTags([stored({ id: 1 })], { checkIVT: true }));

  test.each(words)('%s, in a header is truncated and invalid', async (word) => {
    await server.requestAd(`ip=${atHome}`, { headers: { 'user-agent': long(word) } });
    const { record, trace } = sold();
    expect(record.origin.ivt).toBe('not_a_browser');
    expect(trace.body.request.headers['user-agent']).toBe(`${long(word).slice(0, 1024)}…`);
  });

  test.each(words)('%s, as a parameter is truncated and invalid', async (word) => {
    await requestAd(long(word));
    const { record, trace } = sold();
    expect(record.origin.ivt).toBe('not_a_browser');
    expect(trace.body.request.params['ua']).toBe(`${long(word).trim().slice(0, 1024)}…`);
  });

  const requestAdFrom = (device: object) =>
    fetch(`${server.url}/rtb/${buildChannel().uid}`, {
      method: 'POST',
      body: JSON.stringify(buildBidRequest({ device: { ip: atHome, ...device } })),
    });

  test.each(words)('%s, in a bid request is truncated and invalid', async (word) => {
    await requestAdFrom({ ua: long(word) });
    const { record, trace } = sold();
    expect(record.origin.ivt).toBe('not_a_browser');
    expect(trace.body.request.params['ua']).toBe(`${long(word).slice(0, 1024)}…`);
  });

  test('as client hints in a bid request marks the user agent', async () => {
    const hints = (count: number) => ({
      browsers: Array.from({ length: count }, () => ({ brand: 'Chromium', version: ['126', '0'] })),
      platform: { brand: 'Windows' },
    });
    await requestAdFrom({ ua: chrome, sua: hints(3) });
    expect(sold().record.origin.ivt).toBe('valid');
    await requestAdFrom({ ua: chrome, sua: hints(3000) });
    const { record, trace } = sold();
    expect(record.origin.ivt).toBe('not_a_browser');
    expect(trace.body.request.params['ua']).toBe(`${chrome}…`);
  });

  test('only counts as one beyond 1,024 characters', async () => {
    const agent = chrome.padEnd(1024, ' x');
    await requestAd(agent);
    expect(sold().record.origin.ivt).toBe('valid');
    await requestAd(`${agent}x`);
    expect(sold().record.origin.ivt).toBe('not_a_browser');
  });
});
