import { expect, test } from 'vitest';
import { findFaults, type ObservedState } from './findFaults.ts';
import type { SystemBackup, SystemNode } from './systemContract.ts';

const now = Date.parse('2026-11-27T12:00:00.000Z');
const ago = (ms: number) => new Date(now - ms).toISOString();
const minuteMs = 60_000;

function buildNode(part: Partial<SystemNode> = {}): SystemNode {
  return {
    ...{ node: 'one', version: '1.0.0', facts: 'server', state: 'running', startedAt: ago(3_600_000) },
    ...{ seenAt: ago(1000), unreadSince: ago(2000), lastLoadAt: ago(3000), lanes: 16 },
    ...part,
  };
}

function buildBackup(part: Partial<SystemBackup> = {}): SystemBackup {
  const complete = { completeAt: ago(3_600_000), bytes: 1000, tookMs: 5000 };
  return {
    isScheduled: true,
    dueSince: null,
    ...complete,
    isRunning: false,
    error: null,
    failingSince: null,
    damaged: [],
    ...part,
  };
}

function buildState(part: Partial<ObservedState> = {}): ObservedState {
  const migrations = { migrationsApplied: 3, migrationsExpected: 3 };
  return {
    version: '1.0.0',
    nodes: [buildNode()],
    serving: { count: 2, stalled: 0, version: 9, oldestVersion: 9 },
    stores: [
      { store: 'postgres', isEmbedded: false, version: '17.5', responseMs: 1, ...migrations },
      { store: 'clickhouse', isEmbedded: false, version: '26.7.1', responseMs: 2, ...migrations },
    ],
    retention: [],
    lists: [],
    cspReports: [],
    queues: [{ queue: 'exports', waiting: 1, running: 0, oldestAt: ago(minuteMs) }],
    backup: buildBackup(),
    securityLog: { seq: 5, shippedSeq: null, brokenSeq: null, brokenSince: null },
    disk: { freeBytes: 50, totalBytes: 100 },
    followers: { stalledSince: null, goneSince: null },
    expectsServing: true,
    restored: [],
    ...part,
  };
}

const found = (part: Partial<ObservedState>) =>
  findFaults(buildState(part), now).map(({ code, object, since }) => [
    code,
    object,
    since === null ? null : now - since,
  ]);

test('nothing is degraded while everything runs, and for half a minute after a stop', () => {
  expect(found({})).toEqual([]);
  expect(found({ followers: { stalledSince: null, goneSince: now - 20_000 } })).toEqual([]);
  expect(found({ nodes: [buildNode(), buildNode({ node: 'two', state: 'stopped', seenAt: ago(20_000) })] })).toEqual(
    [],
  );
});

test('a node that has stopped without reading its spool is degraded since it was last seen', () => {
  const stopped = buildNode({ node: 'two', state: 'stopped', seenAt: ago(2 * minuteMs) });
  expect(found({ nodes: [buildNode(), stopped] })).toEqual([['node_stopped', 'two', 2 * minuteMs]]);
  expect(found({ nodes: [stopped] })).toEqual([
    ['no_worker', '', 2 * minuteMs],
    ['node_stopped', 'two', 2 * minuteMs],
  ]);
});

test('a scheduled backup is missed three hours after it was due', () => {
  expect(found({ backup: buildBackup({ dueSince: ago(179 * minuteMs) }) })).toEqual([]);
  expect(found({ backup: buildBackup({ dueSince: ago(181 * minuteMs), error: 'No space' }) })).toEqual([
    ['backup_overdue', '', 181 * minuteMs],
  ]);
});

test('a failed backup, damaged ones, and restored events that are not loaded are conditions of their own', () => {
  const backup = buildBackup({ failingSince: ago(20 * minuteMs), error: 'No space', damaged: ['one', 'two'] });
  expect(found({ backup, restored: ['node-2'] })).toEqual([
    ['backup_failed', '', 20 * minuteMs],
    ['backup_damaged', 'one, two', null],
    ['restored_waiting', 'node-2', null],
  ]);
});

test('a node that has left is not missed while another one runs', () => {
  const left = buildNode({ node: 'two', state: 'left', version: '0.9.0', seenAt: ago(10 * minuteMs) });
  expect(found({ nodes: [buildNode(), left] })).toEqual([]);
  expect(found({ nodes: [left] })).toEqual([['no_worker', '', 10 * minuteMs]]);
  expect(found({ nodes: [] })).toEqual([['no_worker', '', null]]);
});

test('a running node that has not loaded for five minutes is late since its first unread record', () => {
  expect(found({ nodes: [buildNode({ unreadSince: ago(6 * minuteMs) })] })).toEqual([
    ['load_lag', 'one', 6 * minuteMs],
  ]);
});

test('versions differ since the last start', () => {
  const other = buildNode({ node: 'two', version: '1.1.0', startedAt: ago(4 * minuteMs) });
  expect(found({ nodes: [buildNode(), other] })).toEqual([['mixed_versions', '', 4 * minuteMs]]);
});

test('stores are degraded when they do not respond or lack migrations', () => {
  const [postgres, clickhouse] = buildState().stores;
  const away = { version: null, responseMs: null, migrationsApplied: null, migrationsExpected: null };
  expect(found({ stores: [postgres!, { ...clickhouse!, ...away }] })).toEqual([
    ['clickhouse_unavailable', 'ClickHouse', null],
  ]);
  expect(found({ stores: [{ ...postgres!, migrationsApplied: 2 }, clickhouse!] })).toEqual([
    ['migrations_pending', 'PostgreSQL', null],
  ]);
});

test('ad serving is missed only where it is expected, and stalled while it takes nothing', () => {
  const followers = { stalledSince: null, goneSince: now - minuteMs };
  expect(found({ followers })).toEqual([['no_serving', '', minuteMs]]);
  expect(found({ followers, expectsServing: false })).toEqual([]);
  expect(found({ followers: { stalledSince: now - minuteMs, goneSince: null } })).toEqual([
    ['serving_stalled', '', minuteMs],
  ]);
});

test('a fetched list is degraded since it is old', () => {
  const list = { kind: 'robots', origin: 'url', place: 'lists.example/robots.txt', entries: 300 } as const;
  const times = { dataAt: ago(minuteMs), confirmedAt: ago(minuteMs), attemptedAt: ago(minuteMs), fault: 'http_403' };
  expect(found({ lists: [{ ...list, ...times, oldSince: null }] })).toEqual([]);
  expect(found({ lists: [{ ...list, ...times, oldSince: ago(3 * minuteMs) }] })).toEqual([
    ['traffic_list_old', 'robots', 3 * minuteMs],
  ]);
});

test('queues wait for too long, and a disk fills; the worst is first', () => {
  const late = 2 * 3_600_000;
  const queues = (['exports', 'mails', 'schedules', 'claims'] as const).map((queue) => ({
    ...{ queue, waiting: 1, running: null, oldestAt: ago(late) },
  }));
  expect(found({ queues, disk: { freeBytes: 9, totalBytes: 100 } })).toEqual([
    ['disk_filling', '', null],
    ['claims_waiting', '', late],
    ['exports_waiting', '', late],
    ['mails_waiting', '', late],
    ['schedules_late', '', late],
  ]);
});
