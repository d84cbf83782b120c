import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountedRecord } from '#events/record/records.ts';
import { recoverSpool } from '#events/spool/recoverSpool.ts';
import type { FactsFixture } from './factsFixture.ts';
import { fullOrReduced } from '../../support/fullOrReduced.ts';
import { openFacts } from './openFacts.ts';
import { seededRandom } from '../../../src/demo/seededRandom.ts';

let facts: FactsFixture;
let root = '';
const children = new Set<ChildProcess>();
/** Number of killed loaders; every third time a writer is killed too. */
const rounds = fullOrReduced(10, 4);

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'kill-'));
  facts = await openFacts();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await facts.close();
  rmSync(root, { recursive: true, force: true });
});

function spawnChild(file: string, args: string[]): ChildProcess {
  const child = fork(join(import.meta.dirname, file), args, { execArgv: [] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

test('kill -9 of the loader and of writers loses no acknowledged record and counts none twice', async () => {
  const random = seededRandom(11);
  const sent: CountedRecord[] = [];
  const acknowledged: CountedRecord[] = [];
  const writers = ['0', '1'];
  let seed = 100;
  const spawnWriter = (slot: string): ChildProcess => {
    seed += 1;
    const child = spawnChild('writerChild.ts', [join(root, 'spool', slot), String(seed)]);
    child.on('message', (message: { sent?: CountedRecord[]; acknowledged?: CountedRecord[] }) => {
      if (message.sent) sent.push(...message.sent);
      if (message.acknowledged) acknowledged.push(...message.acknowledged);
    });
    return child;
  };
  const spawnLoader = async (): Promise<ChildProcess> => {
    const child = spawnChild('loaderChild.ts', [root, facts.url]);
    await once(child, 'message');
    return child;
  };
  const running = writers.map(spawnWriter);
  for (let round = 0; round < rounds; round += 1) {
    const loader = await spawnLoader();
    await new Promise((resolve) => {
      setTimeout(resolve, 50 + random() * 700);
    });
    await kill(loader);
    if (round % 3 === 0) {
      const slot = round % 2;
      const writer = running[slot];
      if (writer) await kill(writer);
      running[slot] = spawnWriter(writers[slot] ?? '0');
    }
  }
  await Promise.all(running.map(kill));
  for (const slot of writers) recoverSpool(join(root, 'spool', slot));
  const loader = await spawnLoader();
  loader.send('drain');
  await once(loader, 'message');
  await kill(loader);

  const rows = await facts.clickhouse.query<{ id: string; hits: string; counted: string }>(
    `SELECT concat(kind, ' ', serveId, ' ', event) AS id, count() AS hits, countIf(verdict = 'counted') AS counted
     FROM facts WHERE kind != 'candidate' AND serveId != '' GROUP BY id`,
  );
  const storedOf = new Map(rows.map((row) => [row.id, row]));
  const idOf = (record: CountedRecord): string =>
    record.type === 'serve' ? `serve ${record.serveId} ` : `event ${record.payload?.serveId ?? ''} ${record.event}`;
  const tally = (records: readonly CountedRecord[]) => {
    const counts = new Map<string, { hits: number; valid: number }>();
    for (const record of records) {
      if (record.type === 'event' && !record.payload) continue;
      const count = counts.get(idOf(record)) ?? { hits: 0, valid: 0 };
      count.hits += 1;
      if (record.type === 'serve' || record.verdict === 'valid') count.valid += 1;
      counts.set(idOf(record), count);
    }
    return counts;
  };
  const [least, most] = [tally(acknowledged), tally(sent)];
  expect(least.size).toBeGreaterThan(50 * rounds);
  const wrong: unknown[] = [];
  for (const [id, { hits, valid }] of least) {
    const stored = storedOf.get(id);
    if (Number(stored?.hits ?? 0) < hits || Number(stored?.counted ?? 0) !== Math.min(valid, 1))
      wrong.push([id, stored]);
  }
  for (const [id, stored] of storedOf) {
    if (Number(stored.hits) > (most.get(id)?.hits ?? 0) || Number(stored.counted) > 1) wrong.push([id, stored]);
  }
  expect(wrong).toEqual([]);

  const supply = await facts.sums('facts', "kind IN ('serve', 'event')");
  expect(await facts.sums('hourly_supply')).toEqual(supply);
  expect(await facts.sums('hourly_inventory')).toEqual(supply);
  expect(await facts.sums('hourly_audience')).toEqual(supply);
  const demand = await facts.sums('facts', "kind IN ('candidate', 'event')");
  expect(await facts.sums('hourly_demand')).toEqual(demand);
  expect(await facts.sums('hourly_buying')).toEqual(demand);
  expect(await facts.sums('hourly_creative')).toEqual(await facts.sums('facts', "kind = 'event'"));
});
