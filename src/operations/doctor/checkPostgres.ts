import { Client } from 'pg';
import { errorText } from '#runtime/log/describeError.ts';
import type { MainRole } from '../../processes/startArguments.ts';
import { fault, finding, passed, type Finding } from './finding.ts';

const minimumVersion = 140_000;
/**
 * Connections of the roles of a node. The API has 10, and at a reload its successor 10 more; the worker has 4 for first
 * hits, 4 to crawl, 2 for deletions, 2 for nightly work, 2 for locks, and one is to spare.
 */
const connectionsOf = { api: 20, worker: 15 } as const;
const minimumTimeoutMs = 60_000;
const maxSkewMs = 1000;

interface ServerState {
  version: string;
  number: number;
  fsync: string;
  fullPageWrites: string;
  synchronousCommit: string;
  encoding: string;
  maxConnections: number;
  reserved: number;
  statementTimeout: number;
  lockTimeout: number;
  isReplica: boolean;
  isReadOnly: string;
  mayCreate: boolean;
  replicas: number;
  nowMs: number;
}

const stateQuery = `SELECT
  current_setting('server_version') AS version,
  current_setting('server_version_num')::int AS number,
  current_setting('fsync') AS fsync,
  current_setting('full_page_writes') AS "fullPageWrites",
  current_setting('synchronous_commit') AS "synchronousCommit",
  current_setting('server_encoding') AS encoding,
  current_setting('max_connections')::int AS "maxConnections",
  current_setting('superuser_reserved_connections')::int AS reserved,
  (SELECT setting::int FROM pg_settings WHERE name = 'statement_timeout') AS "statementTimeout",
  (SELECT setting::int FROM pg_settings WHERE name = 'lock_timeout') AS "lockTimeout",
  pg_is_in_recovery() AS "isReplica",
  current_setting('default_transaction_read_only') AS "isReadOnly",
  has_database_privilege(current_database(), 'CREATE') AS "mayCreate",
  (SELECT count(*)::int FROM pg_stat_replication) AS replicas,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"`;

/** Checks the PostgreSQL server at a URL for nodes with these roles. Reads only. */
export async function checkPostgres(url: string, roles: readonly MainRole[]): Promise<Finding[]> {
  const clients = [connectTo(url), connectTo(url)] as const;
  try {
    const [first, second] = clients;
    await Promise.all(clients.map((client) => client.connect()));
    const sentAt = Date.now();
    const { rows } = await first.query<ServerState>(stateQuery);
    const state = rows[0];
    if (!state) throw new Error('The server returned no row');
    return [...judge(state, (sentAt + Date.now()) / 2, connectionsFor(roles)), await checkSessions(first, second)];
  } catch (error) {
    const fix = 'Start PostgreSQL, or correct DATABASE_URL: host, port, user, password and database.';
    return [fault('PostgreSQL', `DATABASE_URL cannot be used: ${errorText(error)}`, fix)];
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

function connectTo(url: string): Client {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  return client;
}

/** The connections that a node with these roles needs. */
function connectionsFor(roles: readonly MainRole[]): number {
  return (roles.includes('api') ? connectionsOf.api : 0) + (roles.includes('worker') ? connectionsOf.worker : 0);
}

function judge(state: ServerState, now: number, connections: number): Finding[] {
  const unsafe = Object.entries({
    fsync: state.fsync,
    full_page_writes: state.fullPageWrites,
    synchronous_commit: state.synchronousCommit,
  }).flatMap(([name, value]) => (value === 'off' ? [`${name} = off`] : []));
  const timeouts = Object.entries({
    statement_timeout: state.statementTimeout,
    lock_timeout: state.lockTimeout,
  }).flatMap(([name, ms]) => (ms > 0 && ms < minimumTimeoutMs ? [`${name} = ${ms} ms`] : []));
  const room = state.maxConnections - state.reserved;
  const skewMs = Math.round(Math.abs(state.nowMs - now));
  return [
    finding('PostgreSQL version', state.number >= minimumVersion, state.version, 'Upgrade PostgreSQL to 14 or later.'),
    finding(
      'PostgreSQL writes',
      !state.isReplica && state.isReadOnly === 'off',
      state.isReplica ? 'a replica' : state.isReadOnly === 'off' ? 'accepts them' : 'read-only by default',
      'Point DATABASE_URL to the primary, and allow writes.',
    ),
    finding(
      'PostgreSQL durability',
      unsafe.length === 0,
      unsafe.join(', ') || 'commits are on disk before they are acknowledged',
      'Switch these settings on: a crash of the server would lose entities, budgets and closed months.',
    ),
    finding(
      'PostgreSQL encoding',
      state.encoding === 'UTF8',
      state.encoding,
      'Create the database again: createdb --encoding=UTF8 --template=template0 bidhouse.',
    ),
    finding(
      'PostgreSQL rights',
      state.mayCreate,
      'the user may create schemas',
      'GRANT CREATE ON DATABASE to the user of DATABASE_URL.',
    ),
    finding(
      'PostgreSQL connections',
      room >= connections,
      `${room} for users; a node with these roles needs ${connections}, so that they are enough for ${Math.floor(room / connections)} nodes`,
      `Raise max_connections to ${connections} per node and ${state.reserved} in reserve.`,
    ),
    finding(
      'PostgreSQL timeouts',
      timeouts.length === 0,
      timeouts.join(', ') || 'none under a minute',
      'Raise them for this user to a minute or more: migrations and month closings take longer.',
    ),
    finding(
      'PostgreSQL clock',
      skewMs <= maxSkewMs,
      `${skewMs} ms from this machine`,
      'Synchronize the clocks of both machines by NTP: leases and schedules compare them.',
    ),
    passed(
      'PostgreSQL replication',
      state.replicas === 0 ? 'no replica is connected' : `${state.replicas} replicas are connected`,
    ),
  ];
}

/** Whether a pooler gives one server session to several clients in turn: a setting of one is then seen by another. */
async function checkSessions(first: Client, second: Client): Promise<Finding> {
  await first.query(`SELECT set_config('bidhouse.doctor', 'first', false)`);
  const { rows } = await second.query<{ seen: string | null }>(
    `SELECT current_setting('bidhouse.doctor', true) AS seen`,
  );
  await first.query(`SELECT set_config('bidhouse.doctor', '', false)`);
  const isShared = rows[0]?.seen === 'first';
  return passed(
    'PostgreSQL sessions',
    isShared ? 'shared by a pooler in transaction mode, which is supported' : 'each connection has its own',
  );
}
