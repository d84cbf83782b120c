import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SpoolRecord } from '#events/record/records.ts';
import { newServeId } from '#events/token/token.ts';
import { openServing } from '#serving/openServing.ts';
import { rehearsalRequests } from '#serving/rehearsal/rehearsalRequests.ts';
import { rehearsalStores } from '#serving/rehearsal/rehearsalStores.ts';
import { startRehearsalBidders } from '#serving/rehearsal/startRehearsalBidders.ts';
import { startServingRole } from '#serving/startServingRole.ts';
import { readConfig } from '../../../../src/config.ts';
import { freePort } from '../../../e2e/freePort.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rehearsal-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const settingsWith = (more: Record<string, string> = {}) =>
  readConfig(
    { DATA_DIR: dataDir, HOST: '127.0.0.1', ADS_PORT: '0', ADS_URL: 'https://ads.example', ...more },
    { isDemo: false },
  );

test('a rehearsal sells ads and bids, and counts their impressions', async () => {
  const config = settingsWith({ TRACE_SHARE: '0' });
  const records: SpoolRecord[] = [];
  const bidders = await startRehearsalBidders();
  const stores = rehearsalStores({ locate: () => null, secret: config.secret, biddersUrl: bidders.url });
  const collect = async (record: SpoolRecord) => void records.push(record);
  const serving = await openServing(
    config,
    { ...stores, spool: { append: collect, appendDurably: collect } },
    { now: Date.now, random: Math.random, newServeId },
    { host: '127.0.0.1', port: 0 },
  );
  const request = async (path: string, body?: string) => {
    const answer = await fetch(`http://127.0.0.1:${serving.port}${path}`, body ? { method: 'POST', body } : {});
    expect(answer.status).toBeLessThan(300);
    return answer.text();
  };
  const [ad, video, banner, bid] = rehearsalRequests(1);
  const vast = await request(ad!.path);
  expect(vast).toContain('<MediaFile');
  for (const auction of [video!, banner!, bid!]) {
    const { seatbid } = JSON.parse(await request(auction.path, auction.body)) as { seatbid: { bid: object[] }[] };
    expect(seatbid.flatMap((seat) => seat.bid)).toHaveLength(4);
  }
  const impression = /https:\/\/ads\.example(\/e\/impression\/[^\]\s]+)/.exec(vast)?.[1] ?? '';
  await request(impression);
  await serving.close();
  await stores.bids.close();
  bidders.close();
  // One of the ad request, and one of each imp.
  expect(records.map(({ type }) => type)).toEqual([...Array.from({ length: 13 }, () => 'serve'), 'event']);
  expect(records.at(-1)).toMatchObject({ event: 'impression' });
});

test('a process is alive at once and ready after its rehearsal, which leaves nothing behind', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const port = String(await freePort());
  const settings = { ADS_PORT: port, TRACE_SHARE: '1', CONTROL_URL: `unix:${dataDir}/none` };
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  const checks = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    return ((await answer.json()) as { checks: Record<string, string> }).checks;
  };
  // It lasts until the process is stopped.
  const first = await startServingRole(settingsWith({ ...settings, REHEARSAL_MS: '60000' }), 0);
  expect(await statusOf('/healthz')).toBe(200);
  expect(await checks()).toMatchObject({ rehearsal: 'not finished yet', spool: 'ok' });
  await first.close();
  const second = await startServingRole(settingsWith({ ...settings, REHEARSAL_MS: '300' }), 0);
  await second.rehearsed;
  expect(await checks()).toMatchObject({ rehearsal: 'ok', spool: 'ok' });
  await second.close();
  const spool = join(dataDir, 'spool', '0');
  expect(existsSync(spool) ? readdirSync(spool) : []).toEqual([]);
  expect(readdirSync(join(dataDir, 'snapshot', '0')).filter((name) => name !== 'lists')).toEqual([
    ...['budgets', 'trafficLists'],
  ]);
  expect(stderr.mock.calls).toEqual([]);
  stderr.mockRestore();
});
