import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFileFetcher, type FileFetcher } from '#outbound/fetchFile.ts';
import { createTagFetcher, newTrace, type TagFetcher } from '#outbound/fetchTag.ts';

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
});
