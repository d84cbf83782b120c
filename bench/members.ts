import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MemberReport } from '#model/lists/listMembers.ts';
import { openControlPlane } from '#serving/snapshot/controlPlane.ts';
import { httpContents } from '#serving/lists/httpContents.ts';
import { readContents } from '#serving/lists/readContents.ts';
import { readConfig, type Config } from '../src/config.ts';
import { collectGarbage } from '../tests/collectGarbage.ts';
import { freePort } from '../tests/e2e/freePort.ts';
import { spawnStore } from '../tests/stores/spawnStore.ts';
import { type BenchServer, startChild } from './servers.ts';

const memberCount = 1_000_000;
const password = 'correct horse battery';

/** Imports 1,000,000 members through the API into the embedded store, and loads them into the memory of serving. */
export async function benchMembers(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bidhouse-bench-'));
  const store = await spawnStore({ dataDir, part: 'all' });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'silent',
  };
  const api = await startChild(
    'bench/apiChild.ts',
    { ...env, BENCH_DATABASE_URL: store.urls.databaseUrl, BENCH_CLICKHOUSE_URL: store.urls.clickhouseUrl },
    url,
  );
  try {
    return await measure(api, url, { dataDir, config: readConfig(env, { isDemo: false }) });
  } finally {
    await api.stop();
    await store.stop('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(
  api: BenchServer,
  url: string,
  { dataDir, config }: { dataDir: string; config: Config },
): Promise<string> {
  const send = await signIn(url);
  const list = (await send('/api/demand/applists', '{"name":"One million"}', 'application/json')) as { id: number };
  const members = `/api/demand/applists/${list.id}/members`;
  // Together with the warm-up member this is the maximum that a list may hold.
  const text = Array.from(
    { length: memberCount - 1 },
    (_, index) => `com.example${(index * 7919) % 65_537}.app${index}`,
  ).join('\n');
  await send(members, 'com.example.warm', 'text/plain');

  const before = api.memory();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, api.memory());
  }, 50);
  watch.unref();
  const steps = await timed(send, members, text).finally(() => clearInterval(watch));
  const loaded = await load(list.id, config, { send, dataDir });
  const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(0);
  return (
    `1,000,000 members: serving fetches them in ${loaded.fetchMs.toFixed(0)} ms, has them in memory ${loaded.readMs.toFixed(0)} ms later ` +
    `(${megabytes(loaded.bytes)} MB, longest block ${loaded.longestBlockMs.toFixed(1)} ms), taken back in ${(steps.undoMs / 1000).toFixed(1)} s, ` +
    `api at most ${megabytes(peak)} MB (${megabytes(before)} before), imported in ${(steps.importMs / 1000).toFixed(1)} s`
  );
}

/** Imports, undoes, and imports again. */
async function timed(send: Send, members: string, text: string): Promise<{ importMs: number; undoMs: number }> {
  const startedAt = performance.now();
  const report = (await send(members, text, 'text/plain')) as MemberReport;
  const importedAt = performance.now();
  if (report.added !== memberCount - 1) throw new Error(`not what was sent: ${JSON.stringify(report)}`);
  await send(`${members}/undo`, JSON.stringify({ entry: report.entry }), 'application/json');
  const undoneAt = performance.now();
  await send(members, text, 'text/plain');
  return { importMs: importedAt - startedAt, undoMs: undoneAt - importedAt };
}

type Send = (path: string, body?: string, type?: string) => Promise<unknown>;

async function signIn(url: string): Promise<Send> {
  let cookie = '';
  const send = async (path: string, body?: string, type?: string) => {
    const answer = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { origin: url, cookie, ...(type ? { 'content-type': type } : {}) },
      ...(body === undefined ? {} : { body }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    cookie ||= answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return answer.json();
  };
  await send('/api/auth/login', JSON.stringify({ login: 'admin', password }), 'application/json');
  return send;
}

/** Loads the list in this process, as serving does. */
async function load(
  id: number,
  { CONTROL_URL, secret }: Config,
  { send, dataDir }: { send: Send; dataDir: string },
): Promise<{ fetchMs: number; readMs: number; bytes: number; longestBlockMs: number }> {
  const { membersHash: hash } = (await send(`/api/demand/applists/${id}`)) as { membersHash: string };
  const path = join(dataDir, 'contents.bin');
  const startedAt = performance.now();
  const plane = openControlPlane(CONTROL_URL, secret);
  await httpContents(plane)({ entity: 'appList', id, hash }, path, new AbortController().signal);
  await plane.close();
  const fetchedAt = performance.now();
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const set = await readContents(path, 'bundle', () => performance.now());
  const readMs = performance.now() - fetchedAt;
  delay.disable();
  if (set?.size !== memberCount || !set.has('com.example.warm')) throw new Error('the members are not in memory');
  // Unreferenced buffers would be counted too.
  collectGarbage();
  return {
    fetchMs: fetchedAt - startedAt,
    readMs,
    bytes: process.memoryUsage().arrayBuffers - before,
    longestBlockMs: delay.max / 1e6,
  };
}
