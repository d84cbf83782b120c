import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#api/createApp.ts';
import { createHttpServer } from '#serving/http/createHttpServer.ts';
import { startTestApi, type TestApi } from '../api/startTestApi.ts';
import { startTestServing, type TestServing } from '../serving/testServing.ts';

let api: TestApi;
let serving: TestServing;
const urls: Record<'console' | 'ads', string> = { console: '', ads: '' };
const open: Socket[] = [];

beforeAll(async () => {
  api = await startTestApi();
  serving = await startTestServing();
  urls.console = await api.listen();
  urls.ads = serving.url;
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(async () => {
  await serving?.close();
  await api?.close();
});

/** Opens connections that send the beginning of a request, and no more. */
async function hold(url: string, beginning: string, count: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const opened = Array.from(
    { length: count },
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => socket.write(beginning, () => resolve()));
        socket.on('error', reject);
        open.push(socket);
      }),
  );
  await Promise.all(opened);
}

const beginnings = {
  'a request line': 'GET /hea',
  headers: 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: a',
  'a body':
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  'a chunk': 'POST /rtb/1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n50\r\n{"id"',
};

describe.each(['console', 'ads'] as const)('slow clients at the port of %s', (side) => {
  test.each(Object.entries(beginnings))(
    '400 that stop within %s keep no one else waiting',
    async (_name, beginning) => {
      await hold(urls[side], beginning, 400);
      for (let call = 0; call < 5; call += 1) {
        const response = await fetch(`${urls[side]}/healthz`, { headers: { connection: 'close' } });
        expect(response.status).toBe(200);
      }
    },
  );
});

test('a request that never ends is given up: its headers within a minute, all of it within a limit', () => {
  const ads = createHttpServer(() => undefined, { isSecure: false });
  for (const server of [ads, createApp(api.deps).server]) {
    expect(server.headersTimeout).toBeGreaterThan(0);
    expect(server.headersTimeout).toBeLessThanOrEqual(60_000);
    expect(server.requestTimeout).toBeGreaterThan(0);
  }
  ads.close();
});
