import { tmpdir } from 'node:os';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { systemAuthor } from '#storage/entities/changeLog.ts';
import { openPostgres, type Postgres } from '#storage/postgres.ts';
import { recordSecurityEvents } from '#storage/security/recordSecurityEvents.ts';
import { openSecurityLog, type SecurityLog } from '#storage/security/securityLog.ts';
import { verifyChain } from '#storage/security/verifyNextEvents.ts';
import { securityLog } from '../../../../src/operations/securityLog/securityLog.ts';
import { openTestDatabase, type TestDatabase } from '../../../stores/openTestDatabase.ts';

let store: TestDatabase;
/** Two processes of the management API. */
let apis: [Postgres, Postgres];
let log: SecurityLog;

beforeAll(async () => {
  store = await openTestDatabase();
  apis = [openPostgres(store.url), openPostgres(store.url)];
  log = openSecurityLog(apis[0].db);
});

afterAll(async () => {
  for (const api of apis) await api.close();
  await store.close();
});

const sql = async (text: string) => (await apis[0].pool.query<Record<string, unknown>>(text)).rows;

async function write(count: number): Promise<void> {
  await recordSecurityEvents(
    apis[0].db,
    systemAuthor,
    Array.from({ length: count }, (_, index) => ({
      ...{ type: 'permissionDenied' as const, demandId: null },
      details: { b: index, a: 'é "quoted" 😀', nested: { z: [1.5, null], y: true } },
    })),
  );
}

beforeEach(async () => {
  await sql('truncate security_events, security_chain');
});

async function faultOf(tamper: string): Promise<string> {
  await sql(tamper);
  const { fault } = await verifyChain(apis[0].db);
  await log.verifyNext();
  const { brokenSeq, brokenFault } = await log.state();
  expect(fault).toEqual(brokenSeq === null ? null : { seq: brokenSeq, fault: brokenFault });
  return fault ? `${fault.fault} ${fault.seq}` : 'none';
}

test('fifty concurrent writers of two processes leave one chain without gaps', async () => {
  const other = openSecurityLog(apis[1].db);
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 === 0 ? log : other).record(systemAuthor, {
        type: 'signOut',
        demandId: null,
        subject: { entity: 'user', id: index, name: 'x' },
      }),
    ),
  );
  const { rows, total } = await log.list({ accounts: 'all' }, { page: 1, size: 100 });
  expect(total).toBe(50);
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => 50 - index));
  expect(new Set(rows.map(({ subjectId }) => subjectId)).size).toBe(50);
  expect(await verifyChain(apis[1].db)).toEqual({ seq: 50, fault: null });
});

test('a writer that is killed in between leaves neither an event nor a gap', async () => {
  await write(3);
  const client = await apis[1].pool.connect();
  client.on('error', () => undefined);
  const killed = apis[0].db.transaction(async (transaction) => {
    await recordSecurityEvents(transaction, systemAuthor, [{ type: 'signOut', demandId: null }]);
    const [{ pid } = { pid: 0 }] = (await transaction.execute<{ pid: number }>('select pg_backend_pid() as pid')).rows;
    await client.query('select pg_terminate_backend($1)', [pid]);
    await transaction.execute('select 1');
  });
  await expect(killed).rejects.toThrow();
  client.release(true);
  await write(2);
  expect(await verifyChain(apis[0].db)).toEqual({ seq: 5, fault: null });
});

test.each([
  ['a removed event', 'delete from security_events where seq = 4', 'missing 4'],
  ['a changed event', `update security_events set ip = '10.0.0.1' where seq = 5`, 'changed 5'],
  ['a changed detail', `update security_events set details = '{"b": 2}' where seq = 3`, 'changed 3'],
  ['a changed time', `update security_events set at = at - interval '1 ms' where seq = 3`, 'changed 3'],
  [
    'an inserted event in place of another',
    `update security_events set hash = encode(sha256('x'), 'hex'), previous_hash = encode(sha256('y'), 'hex') where seq = 6`,
    'detached 6',
  ],
  ['the first event removed', 'delete from security_events where seq = 1', 'missing 1'],
  ['the last events removed', 'delete from security_events where seq > 8', 'cut 9'],
  [
    'an event past the end',
    `insert into security_events select 11, at, type, outcome, user_id, user_name, user_login, user_type, admin_id,
       admin_name, demand_id, key_id, ip, user_agent, request_id, subject_entity, subject_id, subject_name, details, hash,
       hash from security_events where seq = 10`,
    'cut 11',
  ],
  [
    'the oldest events removed as if they had been pruned',
    `delete from security_events where seq <= 3;
     update security_chain set pruned_seq = 3, pruned_hash = (select previous_hash from security_events where seq = 4)`,
    'unexplained 3',
  ],
  ['nothing', 'select 1', 'none'],
])('[TRAIL-02] %s is found', async (_title, tamper, fault) => {
  await write(10);
  expect(await faultOf(tamper)).toBe(fault);
});

test('[TRAIL-02] the command names the fault, and ends with 1', async () => {
  await write(5);
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const run = () => securityLog(['verify'], { DATABASE_URL: store.url, DATA_DIR: tmpdir() });
  try {
    expect(await run()).toBe(0);
    await sql('delete from security_events where seq = 2');
    expect(await run()).toBe(1);
    expect(printed.mock.calls.map(([text]) => text)).toEqual([
      'The security log is verified up to event 5.\n',
      expect.stringContaining('BROKEN: event 2 was removed'),
    ]);
  } finally {
    printed.mockRestore();
  }
  await expect(securityLog([], {})).rejects.toThrow('Usage: npm run security-log -- verify');
});

test('a change that is reverted is no longer a fault', async () => {
  await write(10);
  expect(await faultOf(`update security_events set ip = 'x' where seq = 5`)).toBe('changed 5');
  expect(await faultOf(`update security_events set ip = '' where seq = 5`)).toBe('none');
  expect(await log.state()).toMatchObject({ verifiedSeq: 10, brokenSince: null });
});

test('verification goes on where it stopped, in steps of a thousand events', async () => {
  await write(2500);
  const checked: number[] = [];
  for (let step = 0; step < 3; step += 1) {
    await log.verifyNext();
    checked.push((await log.state()).checkedSeq);
  }
  expect(checked).toEqual([1000, 2000, 0]);
  expect(await log.state()).toMatchObject({ verifiedSeq: 2500, brokenSeq: null });
});

test('pruning is an event that names the last pruned one, and the rest still verifies', async () => {
  await write(10);
  // Only an event that is a day older than the limit makes pruning due.
  const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  expect(await log.prune(later(0.5))).toBe(0);
  const [before] = await sql('select hash from security_events where seq = 10');
  expect(await log.prune(later(2))).toBe(10);
  const { rows } = await log.list({ accounts: 'all' }, { page: 1, size: 10 });
  expect(rows).toMatchObject([
    { seq: 11, type: 'logPruned', details: { lastSeq: 10, lastHash: before?.['hash'], count: 10 } },
  ]);
  await write(5);
  expect(await verifyChain(apis[0].db)).toEqual({ seq: 16, fault: null });
  expect(await log.prune(later(4))).toBe(6);
  expect(await verifyChain(apis[0].db)).toEqual({ seq: 17, fault: null });
  await log.verifyNext();
  expect(await log.state()).toMatchObject({ seq: 17, prunedSeq: 16, verifiedSeq: 17, brokenSeq: null });
});
