import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFileFetcher, type FileFetcher } from '#outbound/fetchFile.ts';
import { createBidPoster } from '#outbound/bidPoster.ts';
import type { FetchResult } from '#outbound/fetchFailure.ts';
import { createTagFetcher, newTrace, type TagFetcher } from '#outbound/fetchTag.ts';
import { createGuardedFetch } from '#outbound/guardedFetch.ts';
import { openBucket } from '#storage/media/bucket.ts';

/** In this test 127.0.0.2 is on the public internet, and all other addresses are private. */
const publicHost = '127.0.0.2';
const options = { allowPrivateAddresses: false, isPublic: (address: string) => address === publicHost };

const servers: Server[] = [];
let secretPort = 0;
let calls = 0;
/** Where the public server redirects to. */
let target = '';
let start = '';
let tags: TagFetcher;
let files: FileFetcher;

async function listen(host: string, listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, host);
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  secretPort = await listen('127.0.0.1', (_request, response) => {
    calls += 1;
    response.end('the secret of a metadata service');
  });
  const port = await listen(publicHost, (request, response) => {
    if (request.url === '/plain') response.end('public');
    else response.writeHead(302, { location: request.url === '/twice' ? '/once' : target }).end();
  });
  start = `http://${publicHost}:${port}`;
  tags = createTagFetcher(options);
  files = createFileFetcher(options);
});
afterAll(async () => {
  await tags.close();
  await files.close();
  for (const server of servers) server.close();
});
beforeEach(() => {
  calls = 0;
});

const signal = () => AbortSignal.timeout(10_000);
const readFile = (path: string) =>
  files.fetchFile(start + path, { accept: '*/*', maxBytes: 1000, signal: signal(), mayFollow: () => true });

test('the public server itself is called', async () => {
  expect(await readFile('/plain')).toMatchObject({ type: 'answered', status: 200, text: 'public' });
});

describe.each([
  ['an address', 'http://127.0.0.1:PORT/'],
  ['a decimal address', 'http://2130706433:PORT/'],
  ['an octal address', 'http://0177.0.0.1:PORT/'],
  ['a short address', 'http://127.1:PORT/'],
  ['an encoded address', 'http://%31%32%37.0.0.1:PORT/'],
  ['an address of IPv6', 'http://[::1]:PORT/'],
  ['a mapped address', 'http://[::ffff:127.0.0.1]:PORT/'],
  ['a name', 'http://localhost:PORT/'],
  ['a name with a dot', 'http://localhost.:PORT/'],
  ['a name behind a user', `http://${publicHost}@localhost:PORT/`],
  ['no scheme', '//127.0.0.1:PORT/'],
  ['another scheme', 'file:///etc/hostname'],
])('a public server that redirects to %s', (_name, to) => {
  test.each(['/once', '/twice'])('is not followed there by the fetcher of files (%s)', async (path) => {
    target = to.replace('PORT', String(secretPort));
    expect(await readFile(path)).toMatchObject({ type: 'failed' });
    expect(calls).toBe(0);
  });

  test.each(['/once', '/twice'])('is not followed there by the fetcher of tags (%s)', async (path) => {
    target = to.replace('PORT', String(secretPort));
    const trace = newTrace();
    const result = await tags.fetchTag(start + path, {}, signal(), trace);
    expect(result.ok).toBe(false);
    expect(JSON.stringify([result, trace])).not.toContain('the secret');
    expect(calls).toBe(0);
  });

  test.each(['/once', '/twice'])('is not followed there by the check of a URL (%s)', async (path) => {
    target = to.replace('PORT', String(secretPort));
    expect(await tags.probe(start + path, {}, signal(), newTrace())).not.toBeNull();
    expect(calls).toBe(0);
  });

  test('is not followed there from a host that the operator has named, as for lists of invalid traffic', async () => {
    target = to.replace('PORT', String(secretPort));
    const trusting = createFileFetcher({ ...options, trustedHosts: [new URL(start).host] });
    const request = { accept: '*/*', maxBytes: 1000, signal: signal(), mayFollow: () => true, credentials: 'a:b' };
    expect(await trusting.fetchFile(`${start}/once`, request)).toMatchObject({ type: 'failed' });
    expect(calls).toBe(0);
    await trusting.close();
  });
});

describe('no redirect at all is followed', () => {
  beforeEach(() => {
    target = `http://127.0.0.1:${secretPort}/`;
  });
  afterEach(() => expect(calls).toBe(0));

  test('by requests that carry data, as those of data deletion', async () => {
    const posted = { json: '{}', maxBytes: 1000, signal: signal() };
    expect(await files.postJson(`${start}/once`, posted)).toMatchObject({ status: 302, text: '' });
  });

  test.each([true, false])('by bid requests (to a server of the operator: %s)', async (isToOperator) => {
    // The public server has an address that only this test takes for public.
    const bids = createBidPoster({ allowPrivateAddresses: true });
    const call = { body: '{}', headers: [], isToOperator };
    const fetched = await new Promise<FetchResult>((resolve) => bids.post(`${start}/once`, call, resolve));
    expect(fetched.ok).toBe(false);
    await bids.close();
  });

  test('by calls of identity providers', async () => {
    const internalHosts = [publicHost];
    const guarded = createGuardedFetch({ internalHosts, maxBytes: 1000, timeoutMs: 10_000 });
    const response = await guarded.fetch(`${start}/once`);
    expect([response.status, await response.text()]).toEqual([302, '']);
    // Only the named host may be called over http, and others by no private address.
    for (const url of [target, `https://127.0.0.1:${secretPort}/`, `https://localhost:${secretPort}/`])
      await expect(guarded.fetch(url)).rejects.toThrow();
    await guarded.close();
  });

  test('by calls of buckets, which are signed', async () => {
    const bucket = openBucket({ base: `${start}/once`, region: 'x', accessKeyId: 'x', secretAccessKey: 'x' });
    await expect(bucket.read('a')).rejects.toThrow();
    await expect(bucket.stat('a')).rejects.toThrow('302');
    await expect(bucket.remove('a')).rejects.toThrow();
    await bucket.close();
  });
});
