import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import minimalRequests from '#standards/openrtb/fixtures/minimalRequests.json' with { type: 'json' };
import { validateVast } from '../../../vast/validateVast.ts';
import { rawRequest } from './rawRequest.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const { uid } = buildChannel();
const body = JSON.stringify(minimalRequests.video);
const withBody = [`content-length: ${body.length}`];
const errors: string[] = [];
let serving: TestServing;

beforeAll(async () => {
  serving = await startTestServing({
    logger: createLogger({ level: 'error', role: 'test', write: (line) => void errors.push(line) }),
  });
  serving.useTags([buildTag({ source: 'stored', vastXml: buildVast({ kind: 'inline' }) })]);
});
afterAll(() => serving.close());
afterEach(() => {
  expect(errors).toEqual([]);
  serving.serves.length = 0;
});

describe.each([
  ['lines of 100 kB', [`x-long: ${'x'.repeat(100_000)}`]],
  ['many short lines', Array.from({ length: 120 }, (_, index) => `x-${index}: 1`)],
  ['the same line again and again', Array.from({ length: 120 }, () => 'cookie: a=b')],
  ['lines that are too long together', Array.from({ length: 20 }, (_, index) => `x-${index}: ${'x'.repeat(1000)}`)],
])('a request with %s', (_, lines) => {
  test.each([
    ['', '3.0'],
    ['?vast=4.2', '4.2'],
    ['?vast=2.0', '2.0'],
  ] as const)('for an ad %s is answered with VAST without one', async (query, version) => {
    for (const path of [`/vast/${uid}${query}`, `/vast${query}`]) {
      const answer = await rawRequest(serving.url, `GET ${path} HTTP/1.1`, lines);
      expect(answer.status).toBe(200);
      expect(await validateVast(answer.body, version)).toEqual([]);
      expect(answer.body).not.toContain('<Ad');
    }
    expect(serving.serves).toEqual([]);
  });

  test('for bids gets an empty response', async () => {
    const prebid = await rawRequest(serving.url, 'POST /openrtb2/auction HTTP/1.1', [...lines, ...withBody], body);
    expect(prebid.status).toBe(200);
    expect(JSON.parse(prebid.body)).toEqual({ id: '', seatbid: [] });
    for (const path of [`/rtb/${uid}`, '/bid/supplier1']) {
      const answer = await rawRequest(serving.url, `POST ${path} HTTP/1.1`, [...lines, ...withBody], body);
      expect([answer.status, answer.body]).toEqual([204, '']);
    }
    expect(serving.serves).toEqual([]);
  });

  test.each([
    'GET /e/impression/a.b',
    'POST /n/win/a.b',
    'GET /setuid?bidder=a&uid=b',
    'POST /cookie_sync',
    'GET /healthz',
    'GET /elsewhere',
    `POST /vast/${uid}`,
  ])('%s is refused with the fault', async (line) => {
    const answer = await rawRequest(serving.url, `${line} HTTP/1.1`, lines);
    expect(answer.status).toBe(431);
    expect(JSON.parse(answer.body)).toMatchObject({ problems: [{ code: 'headers_too_large' }] });
    expect(serving.events).toEqual([]);
  });
});

describe('a request with as many headers as browsers and proxies send', () => {
  const usual = [
    ...Array.from({ length: 90 }, (_, index) => `x-${index}: 1`),
    `cookie: ${'a=b; '.repeat(1200)}`,
    `user-agent: Mozilla/5.0 ${'x'.repeat(900)}`,
    `referer: https://news.example/${'x'.repeat(4000)}`,
  ];

  test('gets an ad, however long its URL is', async () => {
    for (const length of [10, 8000, 64_000]) {
      const answer = await rawRequest(serving.url, `GET /vast/${uid}?x=${'x'.repeat(length)} HTTP/1.1`, usual);
      expect(answer.status).toBe(200);
      expect(answer.body).toContain('<Ad');
    }
    const token = await rawRequest(serving.url, `GET /e/impression/${'a'.repeat(60_000)} HTTP/1.1`, usual);
    expect(token.status).toBe(200);
  });

  test('has its body read', async () => {
    await rawRequest(serving.url, `POST /rtb/${uid} HTTP/1.1`, [...usual, ...withBody], body);
    expect(serving.serves).toHaveLength(1);
  });
});

describe('bytes that are not HTTP', () => {
  /** The complete response to bytes. */
  async function answerTo(bytes: string): Promise<string> {
    const { hostname, port } = new URL(serving.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.end(bytes, 'latin1');
    return text(socket).catch(() => '');
  }

  const line = `GET /vast/${uid} HTTP/1.1\r\nhost: a\r\n`;
  test.each<[string, string, number]>([
    ['headers beyond the limit', `${line}x: ${'x'.repeat(200_000)}\r\n\r\n`, 431],
    ['a URL beyond the limit', `GET /vast/${uid}?${'x'.repeat(200_000)} HTTP/1.1\r\nhost: a\r\n\r\n`, 431],
    ['noise', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
    ['a method that does not exist', `BREW /vast/${uid} HTTP/1.1\r\nhost: a\r\n\r\n`, 400],
    ['a header without a name', `${line}: x\r\n\r\n`, 400],
    ['control characters in a header', `${line}x: \x00\x01\r\n\r\n`, 400],
    ['two lengths', `${line}content-length: 1\r\ncontent-length: 2\r\n\r\n`, 400],
    ['a length and chunks', `${line}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['no host', `GET /vast/${uid} HTTP/1.1\r\n\r\n`, 400],
    ['an unsupported expectation', `${line}expect: coffee\r\n\r\n`, 417],
  ])('%s is refused', async (_, bytes, status) => {
    expect(await answerTo(bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect((await fetch(`${serving.url}/healthz`)).status).toBe(200);
  });
});
