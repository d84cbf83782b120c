import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { startTestApi, type TestApi } from '../api/startTestApi.ts';
import { answers, startTagServer, type TagServer } from '../serving/tagServer.ts';
import { startTestServing, type TestServing } from '../serving/testServing.ts';

const { uid } = buildChannel();
/** 64 MB of white space, in some kilobytes. */
const unpacked = Buffer.alloc(64 * 1024 * 1024, ' ');
const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const bombs: [coding: string, bytes: Buffer][] = [
  ['gzip', gzipSync(unpacked)],
  ['deflate', deflateSync(unpacked)],
  ['br', brotliCompressSync(unpacked, fast)],
  ['gzip, gzip', gzipSync(gzipSync(unpacked))],
];

let api: TestApi;
let serving: TestServing;
let partner: TagServer;
let consoleUrl: string;

beforeAll(async () => {
  api = await startTestApi();
  consoleUrl = await api.listen();
  partner = await startTagServer();
  serving = await startTestServing();
});
afterAll(async () => {
  await serving?.close();
  await partner?.close();
  await api?.close();
});

describe.each(bombs)('a decompression bomb (%s)', (coding, bytes) => {
  const compressed = { 'content-encoding': coding, 'content-type': 'application/json' };

  test('as the body of a call of the API is not unpacked', async () => {
    for (const path of ['/api/auth/login', '/api/oauth/token', '/api/csp-reports']) {
      const response = await fetch(consoleUrl + path, {
        method: 'POST',
        body: new Uint8Array(bytes),
        headers: compressed,
      });
      expect(response.status, path).toBeGreaterThanOrEqual(400);
      expect(response.status, path).toBeLessThan(500);
    }
  });

  test('as the body of a bid request is not unpacked', async () => {
    for (const path of [`/rtb/${uid}`, '/openrtb2/auction', '/bid/1']) {
      const response = await fetch(serving.url + path, {
        method: 'POST',
        body: new Uint8Array(bytes),
        headers: compressed,
      });
      expect(response.status, path).toBeLessThan(500);
      expect(await response.text(), path).not.toContain('"seatbid"');
    }
  });

  test('as the response of an ad tag loses, and the next tag is served', async () => {
    partner.on('/bomb', answers(bytes, { 'content-encoding': coding }));
    const bomb = buildTag({ id: 1, url: `${partner.url}/bomb`, rate: '9.00', timeoutMs: 20_000 });
    const next = buildTag({ id: 2, source: 'stored', vastXml: buildVast({ kind: 'inline' }), rate: '1.00' });
    // A busy machine must not end the call first.
    serving.useTags([bomb, next], { timeoutMs: 20_000 });
    const { xml, record } = await serving.requestAd();
    expect(record.candidates.find(({ tagId }) => tagId === 1)?.reason).toMatch(/^(too_large|encoding|http_error)$/);
    expect(xml).toContain('<Ad ');
  });
});
