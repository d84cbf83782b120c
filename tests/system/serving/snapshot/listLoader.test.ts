import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeHead, writeMembers, writeTail } from '#engine/lists/listContents.ts';
import { buildAccount, buildAppList, buildChannel, messagesOf } from '#tests/support/engine/buildRows.ts';
import { applyMessage, emptySnapshot } from '#engine/snapshot/snapshot.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import type { RowByName } from '#model/index.ts';
import { createListLoader, type ListLoader } from '#serving/lists/listLoader.ts';
import { createLogger } from '#runtime/log/createLogger.ts';

const hashA = 'a'.repeat(32);
const hashB = 'b'.repeat(32);
const name = (hash: string) => `appList-1-${hash}.bin`;

/** Lists of the control plane, by digest. */
const contents: Record<string, string[]> = { [hashA]: ['com.example.one'], [hashB]: ['com.example.two', 'x'] };

function writeContents(path: string, members: readonly string[]) {
  const prefixes = new Set<number>();
  const parts = [writeHead(members.length), writeMembers('bundle', members, prefixes), writeTail(prefixes)];
  writeFileSync(path, Buffer.concat(parts));
}

describe('list members', () => {
  let folder: string;
  let fetched: string[];
  let isAway: boolean;
  let loaders: ListLoader[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lists-'));
    fetched = [];
    isAway = false;
    loaders = [];
  });
  afterEach(async () => {
    await Promise.all(loaders.map((loader) => loader.close()));
    rmSync(folder, { recursive: true });
  });

  function openLoader(): ListLoader {
    const loader = createListLoader({
      folder,
      async fetchContents({ hash }, path) {
        fetched.push(hash);
        if (isAway) throw new Error('away');
        writeContents(path, contents[hash] ?? []);
      },
      logger: createLogger({ level: 'silent', role: 'test' }),
      now: () => performance.now(),
    });
    loaders.push(loader);
    return loader;
  }

  function snapshotWith(list: Partial<RowByName['appList']>): Snapshot {
    const snapshot = emptySnapshot();
    const rows = {
      demand: [buildAccount()],
      channel: [buildChannel({ appListIds: [1] })],
      appList: [buildAppList({ id: 1, ...list })],
    };
    for (const message of messagesOf(rows, 1)) applyMessage(snapshot, message);
    return snapshot;
  }

  const membersIn = (snapshot: Snapshot) => snapshot.members.get('appList:1');
  const change = (snapshot: Snapshot, list: Partial<RowByName['appList']>) =>
    applyMessage(snapshot, { type: 'row', entity: 'appList', id: 1, row: buildAppList({ id: 1, ...list }) });

  test('are fetched when a row in use names them, and stored on disk', async () => {
    const loader = openLoader();
    const snapshot = snapshotWith({ membersHash: hashA, appCount: 1 });
    await loader.restore(snapshot);
    expect(membersIn(snapshot)).toBeUndefined();
    loader.refresh(snapshot);
    await expect.poll(() => membersIn(snapshot)?.hash).toBe(hashA);
    expect(membersIn(snapshot)?.set.has('com.example.one')).toBe(true);
    expect(membersIn(snapshot)?.set.has('com.example.two')).toBe(false);
    expect(readdirSync(folder)).toEqual([name(hashA)]);
  });

  test('stay in effect until newer ones are complete and replace them', async () => {
    const loader = openLoader();
    const snapshot = snapshotWith({ membersHash: hashA });
    await loader.restore(snapshot);
    loader.refresh(snapshot);
    await expect.poll(() => membersIn(snapshot)?.hash).toBe(hashA);
    isAway = true;
    change(snapshot, { membersHash: hashB });
    loader.refresh(snapshot);
    // It is tried again meanwhile.
    await expect.poll(() => fetched.slice(0, 2)).toEqual([hashA, hashB]);
    expect(membersIn(snapshot)?.set.has('com.example.one')).toBe(true);
    isAway = false;
    await expect.poll(() => membersIn(snapshot)?.hash, { timeout: 10_000 }).toBe(hashB);
    expect(membersIn(snapshot)?.set.size).toBe(2);
    await expect.poll(() => readdirSync(folder)).toEqual([name(hashB)]);
  });

  test('are fetched when they change while stale files are deleted', async () => {
    const loader = openLoader();
    const snapshot = snapshotWith({ membersHash: hashA });
    await loader.restore(snapshot);
    loader.refresh(snapshot);
    while (membersIn(snapshot)?.hash !== hashA) await setImmediate();
    change(snapshot, { membersHash: hashB });
    loader.refresh(snapshot);
    await expect.poll(() => membersIn(snapshot)?.hash).toBe(hashB);
  });

  test('are available after a start without a control plane', async () => {
    writeContents(join(folder, name(hashA)), ['com.example.one']);
    isAway = true;
    const snapshot = snapshotWith({ membersHash: hashA });
    await openLoader().restore(snapshot);
    expect(membersIn(snapshot)?.hash).toBe(hashA);
    expect(fetched).toEqual([]);
  });

  test('are the earlier ones when newer ones cannot be fetched yet', async () => {
    writeContents(join(folder, name(hashA)), ['com.example.one']);
    isAway = true;
    const loader = openLoader();
    const snapshot = snapshotWith({ membersHash: hashB });
    await loader.restore(snapshot);
    expect(membersIn(snapshot)?.hash).toBe(hashA);
    loader.refresh(snapshot);
    await expect.poll(() => fetched.slice(0, 1)).toEqual([hashB]);
    isAway = false;
    await expect.poll(() => membersIn(snapshot)?.hash, { timeout: 10_000 }).toBe(hashB);
  });

  test('are fetched again when the file is damaged', async () => {
    writeContents(join(folder, name(hashA)), ['com.example.one']);
    truncateSync(join(folder, name(hashA)), 12);
    const loader = openLoader();
    const snapshot = snapshotWith({ membersHash: hashA });
    await loader.restore(snapshot);
    expect(membersIn(snapshot)).toBeUndefined();
    loader.refresh(snapshot);
    await expect.poll(() => membersIn(snapshot)?.hash).toBe(hashA);
    expect(fetched).toEqual([hashA]);
  });

  test('are applied to the current state once they are read', async () => {
    const loader = openLoader();
    const [first, second] = [snapshotWith({ membersHash: hashA }), snapshotWith({ membersHash: hashA })];
    await loader.restore(first);
    loader.refresh(first);
    loader.refresh(second);
    await expect.poll(() => membersIn(second)?.hash).toBe(hashA);
  });

  test('of lists without a row have their files removed', async () => {
    writeContents(join(folder, `appList-9-${hashB}.bin`), ['x']);
    const loader = openLoader();
    const snapshot = snapshotWith({ membersHash: hashA });
    await loader.restore(snapshot);
    loader.refresh(snapshot);
    await expect.poll(() => existsSync(join(folder, `appList-9-${hashB}.bin`))).toBe(false);
    expect(readdirSync(folder)).toEqual([name(hashA)]);
  });
});
