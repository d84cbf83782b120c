import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteDevices } from '#deletion/deleteDevices.ts';
import { deleteDue } from '#deletion/deleteDue.ts';
import { insertsNothing } from '../../support/events/insertsNothing.ts';
import { reconcileRollups } from '#events/nightly/reconcileRollups.ts';
import { openSpool } from '#events/spool/spool.ts';
import { rollups } from '#model/index.ts';
import { createViewerKeys } from '#serving/delivery/viewerKeys.ts';
import { openDeletions } from '#storage/deletions/deletionStore.ts';
import { openPostgres } from '#storage/postgres.ts';
import {
  buildAudience,
  buildEvent,
  buildOrigin,
  buildPayload,
  buildTestEvent,
} from '#tests/support/events/buildRecord.ts';
import { openTestDatabase } from '../../stores/openTestDatabase.ts';
import type { FactsFixture } from '../events/factsFixture.ts';
import { loadSpool } from '../events/loadSpool.ts';
import { openFacts } from '../events/openFacts.ts';

const secret = 'ab'.repeat(32);
const viewers = createViewerKeys(secret);
const deviceId = '3f2b8c1d-6a5e-4f70-9b21-0c4d8e7a1b36';
const otherId = '11111111-6a5e-4f70-9b21-0c4d8e7a1b36';
const demandIds = [1, 2];
const keyFor = (id: string, demandId: number) => viewers.deviceFor({ deviceId: id, address: '', agent: '' }, demandId);

let facts: FactsFixture;
beforeAll(async () => {
  facts = await openFacts();
});
afterAll(() => facts.close());

/** Three impressions of the device in two accounts, one of another device; the same of tests; and one trace for each. */
beforeEach(async () => {
  for (const table of ['facts', 'test_facts', 'event_sources', 'traces', ...rollups.map((each) => each.table)]) {
    await facts.clickhouse.command(`TRUNCATE TABLE ${table}`);
  }
  const root = mkdtempSync(join(tmpdir(), 'deletion-'));
  const spool = openSpool({ dir: join(root, 'spool', '0') });
  for (const [id, demandId] of [
    [deviceId, 1],
    [deviceId, 1],
    [deviceId, 2],
    [otherId, 1],
  ] as const) {
    const origin = buildOrigin({ demandId, ivt: 'valid', audience: buildAudience({ device: keyFor(id, demandId) }) });
    const at = Date.now() - 60_000;
    const servedAt = Math.floor(at / 1000) * 1000;
    await spool.append(buildEvent({ at, payload: buildPayload({ origin, servedAt }) }));
    await spool.append({ type: 'test', record: buildTestEvent({ at }, { origin, servedAt }) });
  }
  await spool.close();
  expect(await loadSpool(root, facts.clickhouse, `node-${root.slice(-6)}`)).toEqual([]);
  rmSync(root, { recursive: true, force: true });
  const traces = [deviceId.toUpperCase(), otherId].map((did) =>
    JSON.stringify({
      at: new Date().toISOString().slice(0, 23).replace('T', ' '),
      serveId: did,
      body: `{"did":"${did}"}`,
    }),
  );
  await facts.clickhouse.insertRows('traces (at, serveId, body)', `${traces.join('\n')}\n`, {
    token: `traces ${Math.random()}`,
  });
});

const devices = async () =>
  (
    await facts.clickhouse.query<{ device: string; imps: string }>(
      'SELECT toString(facts.device) AS device, toString(sum(deviceImps)) AS imps FROM facts WHERE facts.device != 0 GROUP BY facts.device',
    )
  ).toSorted((a, b) => Number(b.imps) - Number(a.imps));
const decimal = (id: string, demandId: number) => BigInt(`0x${keyFor(id, demandId)}`).toString();

describe('the deletion of a device', () => {
  test('replaces its key in the facts of all accounts by random ones, and leaves those of others', async () => {
    await deleteDevices({ clickhouse: facts.clickhouse, secrets: [secret], demandIds }, [deviceId]);
    const after = await devices();
    expect(after.map(({ imps }) => imps)).toEqual(['2', '1', '1']);
    const keys = after.map(({ device }) => device);
    expect(keys).toContain(decimal(otherId, 1));
    for (const demandId of demandIds) expect(keys).not.toContain(decimal(deviceId, demandId));
  });

  test('leaves its key in no table that has a column for it', async () => {
    const tables = await facts.clickhouse.query<{ table: string }>(
      "SELECT DISTINCT table FROM system.columns WHERE database = currentDatabase() AND name = 'device' ORDER BY table",
    );
    expect(tables.map(({ table }) => table)).toEqual(['event_sources', 'facts', 'test_facts']);
    const keys = demandIds.map((demandId) => decimal(deviceId, demandId)).join(', ');
    const countOf = async (table: string) =>
      (
        await facts.clickhouse.query<{ n: string }>(
          `SELECT toString(count()) AS n FROM ${table} AS each WHERE each.device IN (${keys})`,
        )
      )[0]?.n;
    for (const { table } of tables) expect(await countOf(table)).toBe('3');
    await deleteDevices({ clickhouse: facts.clickhouse, secrets: [secret], demandIds }, [deviceId]);
    for (const { table } of tables) expect(await countOf(table)).toBe('0');
  });

  test('changes no sum, and reach stays equal to that of the roll-up', async () => {
    const before = await facts.sums('facts');
    await deleteDevices({ clickhouse: facts.clickhouse, secrets: [secret], demandIds }, [deviceId]);
    expect(await facts.sums('facts')).toEqual(before);
    expect(await facts.reach()).toBe(3);
    const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    expect(await reconcileRollups(facts.clickhouse, from, insertsNothing())).toEqual([]);
  });

  test('deletes the traces that contain its ID, in any case, and no others', async () => {
    await deleteDevices({ clickhouse: facts.clickhouse, secrets: [secret], demandIds }, [deviceId]);
    expect(await facts.clickhouse.query('SELECT serveId FROM traces')).toEqual([{ serveId: otherId }]);
  });

  test('changes nothing when it is repeated', async () => {
    await deleteDevices({ clickhouse: facts.clickhouse, secrets: [secret], demandIds }, [deviceId]);
    const after = await devices();
    await deleteDevices({ clickhouse: facts.clickhouse, secrets: [secret], demandIds }, [deviceId]);
    expect(await devices()).toEqual(after);
  });

  test('refuses a text that is no device ID', async () => {
    const stores = { clickhouse: facts.clickhouse, secrets: [secret], demandIds };
    await expect(deleteDevices(stores, ["' or 1 = 1 --"])).rejects.toThrow(RangeError);
  });
});

test('a request that was acknowledged before a restart is acted on after it, once it is due', async () => {
  const database = await openTestDatabase();
  const accepting = openPostgres(database.url);
  const received = Date.parse('2026-03-01T00:00:00Z');
  const dueAt = received + 5 * 3_600_000;
  await openDeletions(accepting.db).accept(
    {
      version: '2.0',
      requester: 'publisher.example',
      requestJti: 'rq1',
      requestDigest: 'digest',
      origin: 'publisher.example',
      originJti: 'or1',
      originToken: 'a.b.c',
      identifierType: 'idfa',
      identifierFormat: 'plaintext',
      identifierHash: '0123456789abcdef',
      identifier: deviceId,
      receivedAt: new Date(received).toISOString(),
      dueAt: new Date(dueAt).toISOString(),
    },
    [],
  );
  await accepting.close();
  const acting = openPostgres(database.url);
  const store = openDeletions(acting.db);
  let now = dueAt - 1;
  const readDemandIds = async () => demandIds;
  const deps = {
    store,
    clickhouse: facts.clickhouse,
    secrets: ['e'.repeat(64), secret],
    readDemandIds,
    now: () => new Date(now),
  };
  expect(await deleteDue(deps)).toBe(0);
  now = dueAt;
  // An interrupted statement leaves the request as it is.
  const failing = { command: () => Promise.reject(new Error('gone')) };
  await expect(deleteDue({ ...deps, clickhouse: failing })).rejects.toThrow('gone');
  expect(await deleteDue(deps)).toBe(1);
  expect((await devices()).map(({ device }) => device)).not.toContain(decimal(deviceId, 1));
  expect(await store.list({ limit: 1 })).toMatchObject([{ deletedAt: new Date(dueAt).toISOString() }]);
  const { rows } = await acting.pool.query('select identifier, origin_token from data_deletions');
  expect(rows).toEqual([{ identifier: null, origin_token: null }]);
  expect(await deleteDue(deps)).toBe(0);
  await acting.close();
  await database.close();
});
