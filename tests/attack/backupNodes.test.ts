import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seededRandom } from '../../src/demo/seededRandom.ts';
import type { FactsFixture } from '../system/events/factsFixture.ts';
import { openFacts } from '../system/events/openFacts.ts';
import {
  sumsOf,
  checkRestored,
  expectedOf,
  isEqual,
  openInstallation,
  type Installation,
} from '../system/operations/backupNodes/openInstallation.ts';
import type { TestNode } from '../system/operations/backupNodes/startTestNode.ts';
import { startTraffic, type Traffic } from '../system/operations/backupNodes/startTraffic.ts';
import { printSummary } from './printSummary.ts';

let facts: FactsFixture;
let installation: Installation;
let traffic: Traffic | null = null;

beforeEach(async () => {
  facts = await openFacts();
  installation = await openInstallation(facts.url);
});
afterEach(async () => {
  await traffic?.stop();
  await installation.close();
  await facts.close();
});

const nameOf = ({ dataDir }: TestNode) => readFile(join(dataDir, 'loader', 'node'), 'utf8');

/** A worker that is not seen counts as stopped at once, instead of in ten seconds. */
async function passTime(node: TestNode): Promise<void> {
  await installation.postgres.query(`UPDATE worker_nodes SET seen_at = now() - interval '1 minute' WHERE node = $1`, [
    await nameOf(node),
  ]);
}

async function runningNodes(): Promise<number> {
  const { rows } = await installation.postgres.query(
    `SELECT 1 FROM worker_nodes WHERE seen_at > now() - interval '5 seconds'`,
  );
  return rows.length;
}

/** The newest backup that was begun. */
async function runOf(): Promise<{ stage: string; pausedMs: number } | undefined> {
  const { rows } = await installation.postgres.query<{ stage: string; pausedMs: number }>(
    'SELECT stage, paused_ms AS "pausedMs" FROM backup_runs ORDER BY started_at DESC LIMIT 1',
  );
  return rows[0];
}

async function waitForStage(stage: string): Promise<void> {
  while ((await runOf())?.stage !== stage) await pauseFor(2);
}

async function expectSums({ acknowledged }: Traffic): Promise<void> {
  await vi.waitFor(async () => expect(isEqual(await sumsOf(facts.url), expectedOf(acknowledged))).toBe(true), {
    timeout: 60_000,
    interval: 1000,
  });
}

test('a backup whose worker is killed at any stage is given up; the other worker goes on, and can make the next one', async () => {
  let one = await installation.start('one');
  const two = await installation.start('two');
  traffic = startTraffic([one.dataDir, two.dataDir], seededRandom(2));
  for (const stage of ['preparing', 'holding', 'copying']) {
    const made = expect(installation.backUp(one)).rejects.toThrow();
    await waitForStage(stage);
    await one.end('SIGKILL');
    await made;
    expect(existsSync(join(installation.target, 'backups'))).toBe(false);
    await passTime(one);
    one = await installation.start('one');
  }
  await installation.backUp(two);
  printSummary('backup after three that were killed', { 'ms held': (await runOf())?.pausedMs ?? 0 });
  await traffic.stop();
  await expectSums(traffic);
  await checkRestored(installation, traffic.acknowledged);
});

test('a backup does without a frozen worker and says so; if one freezes while it is held, the cut is made again', async () => {
  const one = await installation.start('one');
  const two = await installation.start('two');
  traffic = startTraffic([one.dataDir, two.dataDir], seededRandom(3));
  await pauseFor(1000);
  two.process.kill('SIGSTOP');
  await passTime(two);
  await installation.backUp(one);
  expect(await installation.manifest()).toMatchObject({ nodes: [], missingNodes: [await nameOf(two)] });
  two.process.kill('SIGCONT');
  await vi.waitFor(async () => expect(await runningNodes()).toBe(2), 60_000);
  const next = installation.backUp(one);
  await waitForStage('holding');
  two.process.kill('SIGSTOP');
  await next;
  printSummary('backup while a held worker froze', { 'ms held': (await runOf())?.pausedMs ?? 0 });
  two.process.kill('SIGCONT');
  await traffic.stop();
  await expectSums(traffic);
});
