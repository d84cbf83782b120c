import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { eventually, runReport, signInAs } from '../../e2e/apiClient.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
import { copyMigratedStore } from '../../stores/copyMigratedStore.ts';
import { buildOneTagConfiguration } from './oneTagConfiguration.ts';

const adminPassword = 'correct horse battery';
const settings = { ADMIN_PASSWORD: adminPassword, SERVING_WORKERS: '1', REHEARSAL_MS: '0' };
const running: Product[] = [];
let folder: string | null = null;

afterEach(async () => {
  for (const product of running.splice(0)) await product.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
  folder = null;
});

/** Starts the product in a folder; returns the process, or the reason why it could not start. */
async function tryStart(dataDir: string): Promise<{ product: Product } | { rejection: string }> {
  try {
    const product = await startProduct('start', settings, dataDir);
    running.push(product);
    return { product };
  } catch (error) {
    return { rejection: String(error) };
  }
}

/** Names and inodes of all files except the databases' own. */
function filesIn(dataDir: string): { inode: number; name: string }[] {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^(?:postgres|clickhouse)\//.test(name))
    .toSorted()
    .map((name) => ({ inode: statSync(join(dataDir, name)).ino, name }));
}

test('of two starts on one folder at the same moment one runs, and the other names it and ends with code 1', async () => {
  folder = await copyMigratedStore('all');
  const both = await Promise.all([tryStart(folder), tryStart(folder)]);
  const started = both.flatMap((each) => ('product' in each ? [each.product] : []));
  const refused = both.flatMap((each) => ('rejection' in each ? [each.rejection] : []));
  expect(started).toHaveLength(1);
  const [parent] = (await started[0]?.processes()) ?? [];
  expect(refused).toEqual([
    `Error: the product stopped (1):\nThe data folder ${folder} is in use by process ${parent?.pid}. ` +
      'Stop that process, or set DATA_DIR to another folder.\n',
  ]);
});

test('a second start changes nothing of the first, which loses no acknowledged request; one after its parent was killed waits for the last child', async () => {
  folder = await copyMigratedStore('all');
  const product = await startProduct('start', settings, folder);
  running.push(product);
  const { channel } = await buildOneTagConfiguration(product, adminPassword, { name: 'Lock test' });
  const request = async () => (await fetch(`${product.adsUrl}/vast/${channel.uid}`)).text();
  await eventually(request, (markup) => markup.includes('<Impression'));
  const client = await signInAs(product.consoleUrl, 'ops', adminPassword);
  const counted = async () => Number((await runReport(client, { metrics: ['reqs'] })).totals['reqs']);
  // Requests of the set-up are counted one by one until all are counted.
  let before = -1;
  await eventually(
    counted,
    (reqs) => {
      const isSettled = reqs > 0 && reqs === before;
      before = reqs;
      return isSettled;
    },
    120,
  );

  const acknowledged = async (count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, request));
    return answers.filter((markup) => markup.includes('<Impression')).length;
  };
  let requests = await acknowledged(20);
  // These files are renamed and removed during operation.
  const writers = (await product.processes()).filter(({ role }) => role === 'serving' || role === 'worker');
  for (const { pid } of writers) process.kill(pid, 'SIGSTOP');
  const files = filesIn(folder);
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining([expect.stringMatching(/^spool\/0\/\d+-/)]));
  expect(await tryStart(folder)).toEqual({
    rejection: expect.stringContaining(`The data folder ${folder} is in use by process`),
  });
  expect(filesIn(folder)).toEqual(files);
  for (const { pid } of writers) process.kill(pid, 'SIGCONT');
  requests += await acknowledged(20);
  expect(requests).toBe(40);
  expect(await eventually(counted, (reqs) => reqs >= before + requests, 120)).toBe(before + requests);

  await expectNextStartToWait(product, folder);
});

/** A start after only the parent was killed waits for the last child, says so, and continues. */
async function expectNextStartToWait(product: Product, dataDir: string): Promise<void> {
  const [parent, ...children] = await product.processes();
  const last = children.find(({ role }) => role === 'serving');
  if (!parent || !last) throw new Error('the product runs as several processes');
  // One that has not noticed yet, as a busy one may not.
  process.kill(last.pid, 'SIGSTOP');
  process.kill(parent.pid, 'SIGKILL');
  await eventually(
    async () => product.isRunning(),
    (isRunning) => !isRunning,
  );
  const again = product.startAgain();
  const waiting = `Waiting for the children of process ${parent.pid} to release the data folder ${dataDir}`;
  await eventually(
    async () => product.output(),
    (output) => output.includes(waiting),
  );
  expect(product.output().split('Bidhouse is ready')).toHaveLength(2);
  // The waiting process has the folder already: a third start does not wait behind it.
  expect(await tryStart(dataDir)).toEqual({ rejection: expect.stringContaining('is in use by process') });
  process.kill(last.pid, 'SIGCONT');
  await again;
  expect(product.output().split('Bidhouse is ready')).toHaveLength(3);
}

test('a folder that is not writable is reported', async () => {
  folder = await mkdtemp(join(tmpdir(), 'bidhouse-'));
  // No user may write below a file.
  const dataDir = join('/dev/null', 'data');
  expect(await tryStart(dataDir)).toEqual({
    rejection: `Error: the product stopped (1):\nThe data folder ${dataDir} cannot be created (ENOTDIR).\n`,
  });
});
