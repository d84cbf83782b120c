import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { hashToUnit } from '#engine/hashToUnit.ts';
import { eventRow } from '#events/load/factRows.ts';
import { readInline } from '../../vast/buildVast.ts';
import { startTestServing, type TestServing } from './testServing.ts';

let serving: TestServing;
const vendors = {
  POSTBID_PIX_URL: 'https://pix.example/p?i={imp_id}&ip=[DEVICEIP]',
  POSTBID_WH_URL: 'https://wh.example/w?i={imp_id}',
};
const account = {
  showPostbidPix: true,
  showPostbidWh: true,
  postbidPercent: 100,
  pricePostbid: '0.50',
  priceImp: '0.02',
};
const stored = { source: 'stored', url: '', vastXml: buildVast({ kind: 'inline' }) } as const;

beforeAll(async () => {
  serving = await startTestServing({ env: vendors });
});
afterAll(() => serving.close());

/** Sends one request; returns the vendors' pixels in the ad, and the facts of its impression. */
async function requestAd() {
  const { xml, record } = await serving.requestAd();
  const urls = readInline(xml).impressions.map(({ url }) => url);
  const [own] = urls.flatMap((url) => /\/e\/impression\/.*/.exec(url) ?? []);
  await fetch(serving.url + own);
  const hit = serving.events.at(-1);
  const {
    scanned = 0,
    scannedPix = 0,
    scannedWh = 0,
    systemCost,
    verificationFee = 0,
  } = hit ? eventRow(hit, 'counted') : {};
  const hosts = urls.map((url) => new URL(url).hostname).filter((host) => host !== 'ads.example');
  return {
    serveId: record.serveId,
    urls,
    hosts,
    fact: { scanned, scannedPix, scannedWh, systemCost, verificationFee },
  };
}

test('an impression is measured by the vendors of its channel or tag, counted once, and charged once', async () => {
  serving.useTags([buildTag({ ...stored, postbidWh: true })], { postbidPix: true }, account);
  const both = await requestAd();
  expect(both.hosts).toEqual(expect.arrayContaining(['pix.example', 'wh.example']));
  expect(both.urls).toContain(`https://pix.example/p?i=${both.serveId}&ip=127.0.0.1`);
  expect(both.fact).toEqual({ scanned: 1, scannedPix: 1, scannedWh: 1, systemCost: 520_000, verificationFee: 500_000 });

  serving.useTags([buildTag({ ...stored, postbidWh: true })], {}, account);
  expect((await requestAd()).fact).toEqual({
    scanned: 1,
    scannedPix: 0,
    scannedWh: 1,
    systemCost: 520_000,
    verificationFee: 500_000,
  });
});

test.each([
  ['neither its channel nor its tag is measured', {}, {}],
  ['its account has not the vendor', { postbidPix: true }, { showPostbidPix: false }],
  ['the sample is empty', { postbidPix: true }, { postbidPercent: 0 }],
  ['the month is used up', { postbidPix: true }, { verificationPausedUntil: '2999-01-01T00:00:00.000Z' }],
])('an impression is not measured, nor charged, if %s', async (_, channel, more) => {
  serving.useTags([buildTag(stored)], channel, { ...account, ...more });
  const { hosts, fact } = await requestAd();
  expect(hosts).not.toContain('pix.example');
  expect(fact).toEqual({ scanned: 0, scannedPix: 0, scannedWh: 0, systemCost: 20_000, verificationFee: 0 });
});

test('without an address from the operator nothing is measured', async () => {
  const plain = await startTestServing();
  plain.useTags([buildTag(stored)], { postbidPix: true, postbidWh: true }, account);
  const { xml } = await plain.requestAd();
  await plain.close();
  expect(readInline(xml).impressions).toHaveLength(2);
});

test('the sample only depends on the ad’s id, and is the same for both vendors', async () => {
  serving.useTags([buildTag(stored)], { postbidPix: true, postbidWh: true }, { ...account, postbidPercent: 40 });
  let measured = 0;
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const { serveId, fact } = await requestAd();
    const isIn = hashToUnit(serveId) * 100 < 40;
    expect(fact).toMatchObject(isIn ? { scanned: 1, scannedPix: 1, scannedWh: 1 } : { scanned: 0 });
    if (isIn) measured += 1;
  }
  expect(measured).toBeGreaterThan(0);
  expect(measured).toBeLessThan(60);
});

test('a dynamic floor is in the record with its market, and does not apply to the control group', async () => {
  const floors = { floor: '0.50', floorMode: 'dynamic', dynamicFloors: { 'US SmartTV': '1.25' } } as const;
  serving.useTags([buildTag(stored)], floors);
  const seen = new Set<string>();
  for (let attempt = 0; attempt < 80; attempt += 1) {
    const { record } = await serving.requestAd('country=US&devicetype=3');
    seen.add(`${record.origin.market}: ${record.floor}`);
  }
  expect([...seen].sort()).toEqual(['US SmartTV =: 500000000', 'US SmartTV: 1250000000']);
  serving.useTags([buildTag(stored)], { floor: '0.50' });
  const { record } = await serving.requestAd('country=US&devicetype=3');
  expect([record.origin.market, record.floor]).toEqual([undefined, undefined]);
});
