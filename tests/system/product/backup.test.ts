import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backup } from '#operations/backup/backup.ts';
import { restore } from '#operations/restore/restore.ts';
import { writeManifest, type Manifest } from '#storage/backup/manifest.ts';
import { buildManifest } from '#tests/support/storage/buildManifest.ts';
import { productVersion } from '#runtime/productVersion.ts';
import { eventually, runReport, signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
import { copyMigratedStore } from '../../stores/copyMigratedStore.ts';
import { startFakeS3, type FakeS3 } from '../../stores/fakeS3.ts';
import { buildOneTagConfiguration } from './oneTagConfiguration.ts';
import { runOperation } from './runOperation.ts';

const adminPassword = 'correct horse battery';

/** Impressions that were acknowledged, with the time of the acknowledgement. */
type Acknowledged = Map<string, number>;

let folder: string;
let target: string;
let product: Product;
let channelUid: string;
const acknowledged: Acknowledged = new Map();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bidhouse-backup-'));
  target = join(folder, 'target');
  product = await startProduct('start', { ADMIN_PASSWORD: adminPassword }, await copyMigratedStore('all'));
  channelUid = (await buildOneTagConfiguration(product, adminPassword, { name: 'Backup test' })).channel.uid;
  await eventually(
    async () => (await fetch(`${product.adsUrl}/vast/${channelUid}`)).text(),
    (markup) => markup.includes('<Impression'),
  );
});
afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Views ads until it is over. */
async function viewWhile(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const markup = await (await fetch(`${product.adsUrl}/vast/${channelUid}`)).text();
    const url = /<Impression[^>]*><!\[CDATA\[([^\]]*\/e\/impression\/[^\]]+)\]\]>/.exec(markup)?.[1] ?? '';
    if ((await fetch(url)).ok) acknowledged.set(url, Date.now());
  }
}

/** Runs work under load. */
async function underLoad<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const viewers = Array.from({ length: 4 }, () => viewWhile(() => isOver));
  await new Promise((done) => setTimeout(done, 1500));
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.all(viewers);
  }
}

async function impressionsIn({ consoleUrl }: Pick<Product, 'consoleUrl'>): Promise<number> {
  try {
    const client: TestClient = await signInAs(consoleUrl, 'ops', adminPassword);
    return Number((await runReport(client, { metrics: ['imps'] })).totals['imps']);
  } catch {
    return -1;
  }
}

/** The time of the cut by the manifest of a backup. */
async function cutOf(name: string): Promise<number> {
  const [line = ''] = (await readFile(join(target, 'backups', `${name}.manifest`), 'utf8')).split('\n');
  return Date.parse((JSON.parse(line) as { cutAt: string }).cutAt);
}

async function newestName(): Promise<string> {
  const names = (await readdir(join(target, 'backups'))).toSorted();
  return (names.at(-1) ?? '').replace('.manifest', '');
}

const restoreInto = (dataDir: string, ...args: string[]) => runOperation('restore', args, { DATA_DIR: dataDir });

/** Gives the order to make a backup. Needs no process of its own: the worker makes it. */
const backUp = (place: string) => backup([place], { DATA_DIR: product.dataDir });

/** The message with which a restore is refused. That happens before it locks the folder, so it needs no process either. */
const faultOf = (dataDir: string, ...args: string[]) =>
  restore(args, { DATA_DIR: dataDir }).then(
    () => 'not refused',
    (error: Error) => error.message,
  );

describe('a backup of the running product', () => {
  test('is equal to the installation that is restored from it; hits before the cut count once, also when they are repeated', async () => {
    expect(await underLoad(() => backUp(target))).toBe(0);
    const cutAt = await cutOf(await newestName());
    const dataDir = join(folder, 'restored');
    expect(await restoreInto(dataDir, target)).toMatchObject({ code: 0 });
    const verified = await restoreInto(dataDir, target, '--verify');
    expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('is equal to') as string });
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(
      await readFile(join(product.dataDir, 'secret'), 'utf8'),
    );

    const before = [...acknowledged].filter(([, at]) => at < cutAt).map(([url]) => url);
    expect(before.length).toBeGreaterThan(20);
    const restored = await startProduct('start', { ADMIN_PASSWORD: adminPassword }, dataDir);
    try {
      const repeat = async (urls: readonly string[]) => {
        for (const url of urls) {
          const { pathname } = new URL(url);
          expect((await fetch(`${restored.adsUrl}${pathname}`)).ok).toBe(true);
        }
      };
      await eventually(
        () => impressionsIn(restored),
        (imps) => imps >= before.length,
      );
      const admin = await signInAs(restored.consoleUrl, 'admin', adminPassword);
      const path = '/api/security-log?type=commandRun';
      const events = await admin.call<{ rows: { details: object }[] }>('GET', path);
      expect(events.body.rows.map(({ details }) => details)).toEqual([
        { command: 'restore', backup: await newestName() },
      ]);
      const counted = await impressionsIn(restored);
      // Those that were being acknowledged at the cut may be in it.
      expect(counted).toBeLessThanOrEqual(acknowledged.size);
      await repeat(before);
      const [marker] = [...acknowledged.keys()].toReversed();
      await repeat([marker ?? '']);
      // The last hit is loaded after all others.
      await eventually(
        () => impressionsIn(restored),
        (imps) => imps >= counted,
      );
      await new Promise((done) => setTimeout(done, 3000));
      expect((await impressionsIn(restored)) - counted).toBeLessThanOrEqual(1);
    } finally {
      await restored.halt();
    }
    // It now differs: in the loaded hits, and in the files that the loader has read.
    const later = await restoreInto(dataDir, target, '--verify');
    expect(later).toMatchObject({ code: 1, output: expect.stringContaining('differs from') as string });
  });

  test('copies facts again only where they have changed', async () => {
    const objects = async () => (await readdir(join(target, 'objects'))).length;
    const before = await objects();
    expect(await backUp(target)).toBe(0);
    const after = await objects();
    // Facts that the next backup would use again, altered without another size.
    const [line = ''] = (await readFile(join(target, 'backups', `${await newestName()}.manifest`), 'utf8')).split('\n');
    const { tables } = (JSON.parse(line) as Manifest).clickhouse;
    const altered = join(
      target,
      'objects',
      tables.find(({ name }) => name === 'hourly_supply')?.pieces[0]?.object.sha256 ?? '',
    );
    const bytes = await readFile(altered);
    await writeFile(
      altered,
      bytes.map((byte) => byte ^ 1),
    );
    expect(await restore([target, '--check'], {})).toBe(1);
    expect(await backUp(target)).toBe(0);
    expect(await readFile(altered).catch(() => null)).not.toEqual(bytes.map((byte) => byte ^ 1));
    expect(await restore([target, await newestName(), '--check'], {})).toBe(0);
    expect(after).toBeGreaterThan(before);
    expect((await objects()) - after).toBeLessThan(before / 2);
    const list = await runOperation('restore', [target, '--list'], {});
    expect(list.output.trim().split('\n')).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('all files are there, contents not verified') as string),
    );
    expect(list.output).toContain(`; Bidhouse ${productVersion()}`);
  });

  test('is refused in a place of another installation, and a place of two asks which one is restored', async () => {
    const shared = join(folder, 'shared');
    await cp(target, shared, { recursive: true });
    const other = buildManifest({ installation: 'other' });
    await writeFile(join(shared, 'backups', '2026-03-10T01-00-00Z.manifest'), writeManifest(other));
    await expect(backUp(shared)).rejects.toThrow(
      'has backups of another installation (installation other: 1 backup 2026-03-10T01-00-00Z)',
    );
    expect(await readdir(join(shared, 'backups'))).toHaveLength(4);
    expect(await faultOf(join(folder, 'empty'), shared)).toContain('Name the one to restore');
  });

  test('is refused where there is something already, when it is cut off, and when it was altered', async () => {
    expect(await faultOf(product.dataDir, target)).toMatch(
      / is not empty \(.+\)\. .* Stop process \d+, which runs on it, and move the folder away, or set DATA_DIR/,
    );
    const broken = join(folder, 'broken');
    await cp(target, broken, { recursive: true });
    const name = await newestName();
    const manifest = join(broken, 'backups', `${name}.manifest`);
    const needed = await readFile(manifest, 'utf8');
    const [object = ''] = (await readdir(join(broken, 'objects'))).filter((each) => needed.includes(each));
    const path = join(broken, 'objects', object);
    const empty = join(folder, 'empty');
    const faults: [string, () => Promise<void>][] = [
      ['is missing', () => rm(path)],
      ['is cut off or was altered', () => writeFile(path, 'x')],
      ['is cut off or was altered', () => truncate(path, 3)],
    ];
    for (const [fault, make] of faults) {
      await make();
      expect(await faultOf(empty, broken)).toContain(fault);
      expect(existsSync(empty)).toBe(false);
      expect(await restore([broken, '--list'], {})).toBe(1);
      // A folder with contents is refused before the backup is read.
      expect(await faultOf(product.dataDir, broken)).toContain('is not empty');
      await cp(join(target, 'objects', object), path);
    }
    for (const altered of [needed.replace('"rows":', '"rows":1'), needed.slice(0, -100), '']) {
      await writeFile(manifest, altered);
      expect(await faultOf(empty, broken)).toContain('is cut off or was altered');
    }
    expect(await faultOf(empty, join(folder, 'nothing'))).toContain('does not exist: mount its disk');
    expect(existsSync(empty)).toBe(false);
  });
});

describe('a backup in a bucket', () => {
  let s3: FakeS3;

  beforeAll(async () => {
    s3 = await startFakeS3({ pageSize: 7 });
  });
  afterAll(() => s3.close());

  test('is restored from the start where another restore was interrupted, and nothing starts in between', async () => {
    expect(await backUp(s3.url)).toBe(0);
    const dataDir = join(folder, 'interrupted');
    // As it is just before the end of a restore.
    await cp(join(folder, 'restored'), dataDir, { recursive: true, verbatimSymlinks: true, filter: isNoSocket });
    await writeFile(join(dataDir, 'restoring'), '');
    expect(await faultOf(dataDir, s3.url, '--verify')).toContain('was interrupted');
    await expect(startProduct('start', {}, dataDir)).rejects.toThrow('was interrupted');
    const again = await restoreInto(dataDir, s3.url);
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('Starting again') as string });
    expect(await restoreInto(dataDir, s3.url, '--verify')).toMatchObject({ code: 0 });
  });
});

/** Sockets cannot be copied. */
function isNoSocket(path: string): boolean {
  return !path.endsWith('/run') && !path.includes('/run/');
}
