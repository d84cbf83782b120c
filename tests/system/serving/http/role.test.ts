import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildTag,
  buildWaterfallRow,
  messagesOf,
} from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { applyMessage, emptySnapshot } from '#engine/snapshot/snapshot.ts';
import { readSpoolFile } from '#tests/support/events/readSpoolFile.ts';
import type { SpoolRecord } from '#events/record/records.ts';
import { startServingRole } from '#serving/startServingRole.ts';
import { openSnapshotFile } from '#serving/snapshot/snapshotFile.ts';
import { readConfig } from '../../../../src/config.ts';
import { freePort } from '../../../e2e/freePort.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'serving-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** Stores a configuration with one stored ad as a serving process would have left it. */
async function storeSnapshot(): Promise<void> {
  const snapshot = emptySnapshot();
  const messages = messagesOf({
    demand: [buildAccount()],
    advertiser: [buildAdvertiser()],
    channel: [buildChannel()],
    tag: [buildTag({ source: 'stored', vastXml: buildVast({ kind: 'inline' }) })],
    waterfallRow: [buildWaterfallRow()],
  });
  for (const message of messages) applyMessage(snapshot, message);
  const now = () => performance.now();
  const file = openSnapshotFile(join(dataDir, 'snapshot', '0.ndjson'), { pauseMs: 1, now, onError: console.error });
  file.rewrite(snapshot);
  await file.close();
}

function readSpool(): SpoolRecord[] {
  const folder = join(dataDir, 'spool', '0');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.spool'))
    .sort()
    .flatMap((name) => [...readSpoolFile(join(folder, name))]);
}

/** Starts a serving process without a control plane. */
async function startAlone() {
  const [port, adsPort] = [await freePort(), await freePort()];
  const ports = { PORT: String(port), ADS_PORT: String(adsPort) };
  const settings = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    TRACE_SHARE: '0',
    REHEARSAL_MS: '0',
    ...ports,
  };
  const role = await startServingRole(readConfig(settings, { isDemo: false }), 0);
  return { role, base: `http://127.0.0.1:${adsPort}` };
}

test('a process without control plane serves from its last state and spools its records', async () => {
  await storeSnapshot();
  const { role, base } = await startAlone();
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  // A process that starts on a busy machine may shed its first requests.
  const requestAd = async () => (await fetch(`${base}/vast/${buildChannel().uid}`)).text();
  const tracker = /<Impression[^>]*><!\[CDATA\[http:\/\/localhost:\d+(\/e\/impression\/[^\]]+)/;
  const xml = await vi.waitUntil(
    async () => {
      const answer = await requestAd();
      return tracker.test(answer) && answer;
    },
    { timeout: 10_000 },
  );
  const impression = tracker.exec(xml)?.[1];
  expect((await fetch(`${base}${impression}`)).status).toBe(200);
  await role.close();
  const records = readSpool().filter((record) => record.type !== 'serve' || record.reason !== 'overload');
  expect(records).toMatchObject([
    { type: 'serve', reason: null, candidates: [{ tagId: 1, reason: null }] },
    { type: 'event', event: 'impression', verdict: 'valid', payload: { ad: { rev: 2_000_000 } } },
  ]);
});

test('a process that never received a state is not ready, and returns no ad', async () => {
  const { role, base } = await startAlone();
  expect((await fetch(`${base}/readyz`)).status).toBe(503);
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  const response = await fetch(`${base}/vast/any`);
  expect(response.status).toBe(200);
  expect(await response.text()).not.toContain('<Ad');
  await role.close();
  expect(readSpool()).toMatchObject([{ type: 'serve', reason: 'bad_request' }]);
});
