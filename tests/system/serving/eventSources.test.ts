import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { startTestServing, type TestServing } from './testServing.ts';

const browser =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const viewer = { 'x-forwarded-for': '203.0.113.9', 'user-agent': browser };
const tag = buildTag({ source: 'stored', vastXml: buildVast({ kind: 'inline' }), rate: '3.00' });

let serving: TestServing;
let unreviewed: TestServing;

beforeAll(async () => {
  serving = await startTestServing({ env: { TRUST_PROXY: '1' } });
  unreviewed = await startTestServing({ env: { TRUST_PROXY: '1', IVT_REVIEW_DAYS: '0' } });
});
afterAll(async () => {
  await serving.close();
  await unreviewed.close();
});

/** The sources of the hits on a new ad, by event. */
async function sourcesOf(of: TestServing, isChecked: boolean, headers: Record<string, string> = viewer) {
  of.useTags([tag], { checkIVT: isChecked });
  of.events.length = 0;
  const { xml } = await of.requestAd('url=https://news.example/&w=640&h=360', { headers: viewer });
  for (const [, path, event] of xml.matchAll(/https:\/\/ads\.example(\/e\/(\w+)\/[^\]]+)/g)) {
    if (event === 'impression' || event === 'start' || event === 'click') {
      expect((await fetch(`${of.url}${path}`, { headers })).status).toBe(200);
    }
  }
  return Object.fromEntries(of.events.map(({ event, source }) => [event, source]));
}

test('impressions and clicks of checked requests are stored with a keyed hash, the network and the user agent', async () => {
  const { impression, click, start } = await sourcesOf(serving, true);
  expect(impression).toEqual({
    address: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    network: '203.0.113.0/24',
    agent: browser,
  });
  expect(click).toEqual(impression);
  expect(start).toBeUndefined();
  expect(JSON.stringify(serving.events)).not.toContain('203.0.113.9');
});

test('nothing is stored of unchecked requests, of private addresses, or where the review is off', async () => {
  expect((await sourcesOf(serving, false))['impression']).toBeUndefined();
  expect((await sourcesOf(serving, true, { ...viewer, 'x-forwarded-for': '10.0.0.7' }))['impression']).toBeUndefined();
  expect((await sourcesOf(unreviewed, true))['impression']).toBeUndefined();
});
