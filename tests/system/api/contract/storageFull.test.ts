import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemOfError } from '#api/problems.ts';
import { freePort } from '../../../e2e/freePort.ts';
import { signInAs, type TestClient } from '../../../e2e/apiClient.ts';
import { password } from '../startTestApi.ts';

/** True when a process of this machine can mount a file system of its own. */
const mayMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;

describe.runIf(mayMount)('on a full disk', () => {
  let folder: string;
  let child: ChildProcess;
  let url: string;
  let client: TestClient;
  let creative: number;
  let advertiserId: number;

  const order = async (text: 'fill' | 'free') => {
    child.send(text);
    await once(child, 'message');
  };

  /** The response with its headers. */
  const send = (method: string, path: string, body: string | Buffer, type = 'application/json') =>
    fetch(`${url}${path}`, {
      method,
      headers: { cookie: client.cookie, origin: url, 'content-type': type },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });

  async function expectFull(answer: Response): Promise<void> {
    const text = await answer.text();
    expect(answer.status, text).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.parse(text)).toMatchObject({ problems: [{ code: 'storage_full', path: '' }] });
    expect(text).not.toMatch(/ENOSPC|No space|insert|base\//);
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bidhouse-full-'));
    const port = String(await freePort());
    url = `http://127.0.0.1:${port}`;
    const settings = { DATA_DIR: folder, HOST: '127.0.0.1', PORT: port, ADMIN_PASSWORD: password, LOG_LEVEL: 'silent' };
    child = spawn(
      'unshare',
      [
        ...['-rm', 'sh', '-c', 'mount -t tmpfs -o size=400m tmpfs "$0" && exec "$@"', folder],
        ...[process.execPath, join(import.meta.dirname, '../../../stores/fullDiskChild.ts')],
      ],
      {
        env: { ...process.env, ...settings, UV_THREADPOOL_SIZE: '32' },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    );
    await once(child, 'message');
    const admin = await signInAs(url, 'admin', password);
    const { body } = await admin.call<{ id: number }>('POST', '/api/demands', { name: 'Full', showDsp: true });
    const login = { name: 'Ops', login: 'ops', password, type: 'demand', demandId: body.id };
    await admin.call('POST', '/api/users', login);
    client = await signInAs(url, 'ops', password);
    const advertiser = await client.call<{ id: number }>('POST', '/api/demand/advs', { name: 'Advertiser' });
    advertiserId = advertiser.body.id;
    const made = await client.call<{ id: number }>('POST', '/api/demand/creatives', {
      name: 'Spot',
      advertiserId,
      type: 'image',
      clickUrl: 'https://advertiser.example/',
    });
    creative = made.body.id;
    expect([made.status, creative], JSON.stringify(made.body)).toEqual([201, expect.any(Number)]);
    await order('fill');
  });

  afterAll(async () => {
    const exited = once(child, 'exit');
    child.send('stop');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  });

  const countOf = async (path: string) => (await client.call<{ total: number }>('GET', path)).body.total;

  test('creating reports that it is full, writes nothing, and continues when there is room', async () => {
    let created = 0;
    // Writes that fit into existing pages are still accepted.
    for (;;) {
      const body = JSON.stringify({ name: `Advertiser ${created} ${'x'.repeat(150)}` });
      const answer = await send('POST', '/api/demand/advs', body);
      if (answer.status !== 201) {
        await expectFull(answer);
        break;
      }
      created += 1;
    }
    expect(await countOf('/api/demand/advs')).toBe(created + 1);
    await order('free');
    expect((await send('POST', '/api/demand/advs', '{"name":"Room again"}')).status).toBe(201);
    await order('fill');
  });

  test('an upload reports that it is full and leaves no part of the file', async () => {
    const bytes = Buffer.alloc(3_000_000, 7);
    await expectFull(await send('POST', `/api/demand/creatives/${creative}/files`, bytes, 'image/png'));
    const row = await client.call<{ files: unknown[] }>('GET', `/api/demand/creatives/${creative}`);
    expect(row.body.files).toEqual([]);
  });

  test('the export of a report reports that it is full, and none is queued', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const request = { startDate: day, endDate: day, offset: 0, metrics: ['imps'], dimensions: [] };
    let queued = 0;
    for (;;) {
      const body = JSON.stringify({ name: 'All of it', ivt: false, format: 'csv', request });
      const answer = await send('POST', '/api/exports', body);
      if (answer.status >= 400) {
        const text = await answer.clone().text();
        if (text.includes('too_many')) throw new Error(`more are queued than expected: ${queued}`);
        await expectFull(answer);
        break;
      }
      queued += 1;
    }
  });
});

test.each<[string, unknown]>([
  ['the file system', Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' })],
  ['a quota', Object.assign(new Error('write'), { code: 'EDQUOT', syscall: 'write' })],
  [
    'PostgreSQL',
    new Error('Failed query', { cause: Object.assign(new Error('could not extend file'), { code: '53100' }) }),
  ],
  ['ClickHouse', Object.assign(new Error('Cannot reserve 1.00 MiB, not enough space'), { code: '243' })],
])('a full disk that %s reports is answered with 503 and a time to retry', (_who, error) => {
  expect(problemOfError(error as Error & { code?: string })).toMatchObject({
    status: 503,
    problem: { code: 'storage_full' },
    retryAfterSeconds: expect.any(Number),
  });
});
