import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRelease } from '../../scripts/release/makeRelease.ts';
import { productVersion } from '#runtime/productVersion.ts';
import { eventually } from '../e2e/apiClient.ts';
import { freePort } from '../e2e/freePort.ts';
import { password } from '../system/api/startTestApi.ts';
import { buildSellingAccount } from './buildSellingAccount.ts';
import { openProductApi } from './openProductApi.ts';

const root = resolve(import.meta.dirname, '../..');
const source = { root, commit: 'c0ffee'.repeat(6), time: 1_795_800_000 };
const name = `bidhouse-${productVersion()}`;
let folder: string;
let started: ChildProcess | undefined;
let output = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bidhouse-installed-'));
  makeRelease(source, join(folder, 'release'), null);
});
afterAll(async () => {
  if (started?.pid !== undefined && started.exitCode === null) {
    const ended = new Promise((done) => started?.once('exit', done));
    // npm passes no signals on: they go to all processes that it started.
    process.kill(-started.pid, 'SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

test('the same commit gives the same bytes', () => {
  makeRelease(source, join(folder, 'again'), null);
  const sumsIn = (each: string) => readFileSync(join(folder, each, 'SHA256SUMS'), 'utf8');
  expect(sumsIn('again')).toBe(sumsIn('release'));
});

test('the archive starts in an empty folder with Node and npm alone, and serves an ad', async () => {
  execFileSync('tar', ['xf', join(folder, 'release', `${name}.tar.gz`)], { cwd: folder });
  const installed = join(folder, name);
  const [port, adsPort] = await Promise.all([freePort(), freePort()]);
  const startedAt = performance.now();
  started = spawn('npm', ['start'], {
    cwd: installed,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      npm_config_cache: join(folder, 'cache'),
      npm_config_registry: process.env['npm_config_registry'],
      PORT: String(port),
      ADS_PORT: String(adsPort),
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      ADMIN_LOGIN: 'super',
      ADMIN_PASSWORD: password,
    },
  });
  for (const stream of [started.stdout, started.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  while (!output.includes('Bidhouse is ready')) {
    if (started.exitCode !== null) throw new Error(`It did not start:\n${output}`);
    await sleep(200);
  }
  console.log(`${name}: ready ${((performance.now() - startedAt) / 1000).toFixed(1)} s after npm start`);
  expect(output).not.toContain('Building');
  const product = { consoleUrl: `http://127.0.0.1:${port}`, adsUrl: `http://127.0.0.1:${adsPort}` };
  expect(await (await fetch(product.consoleUrl)).text()).toContain('<title>Bidhouse</title>');
  expect((await fetch(`${product.consoleUrl}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${product.consoleUrl}/healthz`)).json()).toEqual({
    status: 'ok',
    version: productVersion(),
  });
  const account = await buildSellingAccount(openProductApi(product), 'release');
  await eventually(
    async () => (await fetch(`${product.adsUrl}/vast/${account.channelUid}`)).text(),
    (markup) => markup.includes('<Impression'),
  );
});

test('what is installed is what the lock file of the archive names, with the same checksums', () => {
  const packagesIn = (path: string) =>
    (JSON.parse(readFileSync(join(folder, name, path), 'utf8')) as { packages: Record<string, { integrity?: string }> })
      .packages;
  const locked = packagesIn('package-lock.json');
  const installed = Object.entries(packagesIn('node_modules/.package-lock.json'));
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter(([path, { integrity }]) => locked[path]?.integrity !== integrity)).toEqual([]);
});
