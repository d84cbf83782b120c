import { createServer, type Server, type ServerResponse } from 'node:http';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  buildAccount,
  buildChannel,
  buildTag,
  messagesOf,
  type ConfigurationRows,
} from '#tests/support/engine/buildRows.ts';
import { planOf } from '#engine/snapshot/snapshot.ts';
import type { SnapshotMessage } from '#model/index.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { openControlPlane, type ControlPlane } from '#serving/snapshot/controlPlane.ts';
import { openSnapshotFile } from '#serving/snapshot/snapshotFile.ts';
import {
  httpSnapshotSource,
  startSnapshotFollower,
  type SnapshotFollower,
} from '#serving/snapshot/snapshotFollower.ts';

const secret = 'cd'.repeat(32);

/** A control plane with messages controlled by the test. */
class Feed {
  readonly requestLog: string[] = [];
  readonly server: Server;
  answers: (since: number) => SnapshotMessage[] = () => [];
  /** Fault of every call, if any. */
  fault: 'refused' | 'cut' | 'broken' | null = null;
  private readonly open = new Set<ServerResponse>();

  constructor() {
    this.server = createServer((request, response) => {
      this.requestLog.push(`${request.url} ${request.headers.authorization?.length}`);
      const since = Number(new URL(request.url ?? '', 'http://a').searchParams.get('since'));
      if (this.fault === 'broken') {
        request.socket.destroy();
        return;
      }
      if (this.fault === 'refused') {
        response.writeHead(503).end('{"problems":[]}');
        return;
      }
      this.open.add(response);
      response.writeHead(200);
      this.write(response, this.answers(since));
      if (this.fault === 'cut') setImmediate(() => response.destroy());
    });
  }
  private write(response: ServerResponse, messages: SnapshotMessage[]) {
    const text = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
    // Lines may be split anywhere in transit.
    response.write(text.slice(0, 30));
    response.write(text.slice(30));
  }
  publish(messages: SnapshotMessage[]) {
    for (const response of this.open) this.write(response, messages);
  }
  drop() {
    for (const response of this.open) response.destroy();
    this.open.clear();
  }
}

const configuration: ConfigurationRows = { demand: [buildAccount()], channel: [buildChannel()] };

describe('following the control plane', () => {
  let folder: string;
  let feed: Feed;
  let url: string;
  let followers: SnapshotFollower[];
  let planes: ControlPlane[];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
    followers = [];
    planes = [];
    feed = new Feed();
    await new Promise<void>((resolve) => feed.server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(feed.server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    await Promise.all(followers.map((follower) => follower.close()));
    await Promise.all(planes.map((plane) => plane.close()));
    feed.server.close();
    feed.server.closeAllConnections();
    rmSync(folder, { recursive: true });
  });

  async function follow(baseUrl = url): Promise<SnapshotFollower> {
    const now = () => performance.now();
    const plane = openControlPlane(baseUrl, secret);
    planes.push(plane);
    const file = openSnapshotFile(join(folder, 'deep', '0.ndjson'), { pauseMs: 10, now, onError: console.error });
    const follower = await startSnapshotFollower({
      source: httpSnapshotSource(plane),
      file,
      lists: [{ restore: async () => undefined, refresh: () => undefined }],
      logger: createLogger({ level: 'silent', role: 'test' }),
      now,
      random: () => 0,
    });
    followers.push(follower);
    return follower;
  }

  const checkpoint = (version: number): SnapshotMessage[] => [{ type: 'reset' }, ...messagesOf(configuration, version)];

  test('a checkpoint applies when it is complete, not before', async () => {
    const fullCheckpoint = checkpoint(7);
    feed.answers = () => fullCheckpoint.slice(0, -1);
    const follower = await follow();
    await expect.poll(() => feed.requestLog).toEqual(['/internal/snapshotFeed?since=0 71']);
    expect(follower.isLoaded()).toBe(false);
    feed.publish(fullCheckpoint.slice(-1));
    await expect.poll(() => follower.snapshot().version).toBe(7);
    expect(planOf(follower.snapshot(), 1)?.gate).toBeNull();
    expect(follower.isLoaded()).toBe(true);
  });

  test('an installation without entities is loaded too', async () => {
    feed.answers = () => [{ type: 'reset' }, { type: 'version', version: 0 }];
    const follower = await follow();
    await expect.poll(() => follower.isLoaded()).toBe(true);
  });

  test('a change is applied as it arrives', async () => {
    feed.answers = () => checkpoint(7);
    const follower = await follow();
    await expect.poll(() => follower.snapshot().version).toBe(7);
    feed.publish(messagesOf({ channel: [buildChannel({ status: 0 })] }, 8));
    await expect.poll(() => follower.snapshot().version).toBe(8);
    expect(planOf(follower.snapshot(), 1)?.gate).toBe('channel_inactive');
  });

  test('after a lost connection it continues from its version', async () => {
    feed.answers = (since) => (since === 0 ? checkpoint(7) : messagesOf({}, since));
    const follower = await follow();
    await expect.poll(() => follower.snapshot().version).toBe(7);
    feed.drop();
    await expect.poll(() => feed.requestLog.at(-1), { timeout: 5000 }).toBe('/internal/snapshotFeed?since=7 71');
    feed.publish(messagesOf({ channel: [buildChannel({ floor: '1.00' })] }, 9));
    await expect.poll(() => follower.snapshot().version).toBe(9);
  });

  test('with the control plane down it starts from disk, changes included', async () => {
    feed.answers = () => checkpoint(7);
    const first = await follow();
    await expect.poll(() => first.snapshot().version).toBe(7);
    feed.publish(messagesOf({ channel: [buildChannel({ floor: '1.00' })] }, 8));
    await expect.poll(() => first.snapshot().version).toBe(8);
    await first.close();
    const second = await follow('http://127.0.0.1:9');
    expect(second.isLoaded()).toBe(true);
    expect(second.snapshot().version).toBe(8);
    expect(second.snapshot().rows).toEqual(first.snapshot().rows);
  });

  test('it starts from disk with names that contain separators, and rows that are long', async () => {
    const name = 'One\u2028two\u2029three\u0085\r€';
    feed.answers = () => [
      { type: 'reset' },
      ...messagesOf({ ...configuration, tag: [buildTag({ name, vastXml: 'é€😀'.repeat(50_000) })] }, 7),
    ];
    const first = await follow();
    await expect.poll(() => first.snapshot().version).toBe(7);
    await first.close();
    const second = await follow('http://127.0.0.1:9');
    expect(second.snapshot().version).toBe(7);
    expect(second.snapshot().rows).toEqual(first.snapshot().rows);
  });

  test('a change that was not yet on disk when the process was killed is sent again', async () => {
    feed.answers = () => checkpoint(7);
    const first = await follow();
    await expect.poll(() => first.snapshot().version).toBe(7);
    await first.close();
    const path = join(folder, 'deep', '0.ndjson');
    appendFileSync(path, JSON.stringify(messagesOf({ channel: [buildChannel({ floor: '9.00' })] }, 8)[0]).slice(0, 50));
    feed.answers = (since) => messagesOf({ channel: [buildChannel({ floor: '2.00' })] }, since + 1);
    const second = await follow();
    await expect.poll(() => feed.requestLog.at(-1)).toBe('/internal/snapshotFeed?since=7 71');
    await expect.poll(() => second.snapshot().version).toBe(8);
    await second.close();
    const third = await follow('http://127.0.0.1:9');
    expect(third.snapshot().rows.channel.get(1)?.floor).toBe('2.00');
  });

  /** Messages of a later release: kinds of messages and rows, and a field, that this one does not know. */
  const later = [
    { type: 'hint', of: 'a later release' },
    { type: 'row', entity: 'audience', id: 1, row: { id: 1, name: 'Later' } },
    { type: 'row', entity: 'channel', id: 1, row: { ...buildChannel(), laterField: 'stored' } },
  ] as unknown as SnapshotMessage[];

  test('what a later release sends is ignored where it is unknown, and its fields are stored', async () => {
    feed.answers = () => [...checkpoint(7).slice(0, -1), ...later, { type: 'version', version: 7 }];
    const first = await follow();
    await expect.poll(() => first.snapshot().version).toBe(7);
    expect(planOf(first.snapshot(), 1)?.gate).toBeNull();
    expect(Object.keys(first.snapshot().rows)).not.toContain('audience');
    await first.close();
    const second = await follow('http://127.0.0.1:9');
    expect(second.snapshot().rows.channel.get(1)).toMatchObject({ laterField: 'stored' });
  });

  test('a file of a release that did not know all kinds of rows is served, until a checkpoint brings the others', async () => {
    feed.answers = () => checkpoint(7);
    const first = await follow();
    await expect.poll(() => first.snapshot().version).toBe(7);
    await first.close();
    const path = join(folder, 'deep', '0.ndjson');
    const [writer = '', ...lines] = readFileSync(path, 'utf8').split('\n');
    // Releases before 0.2.0 wrote no first line.
    for (const former of [[writer.replace('"deal",', ''), ...lines], lines]) {
      writeFileSync(path, former.join('\n'));
      feed.requestLog.length = 0;
      const second = await follow();
      expect(second.isLoaded()).toBe(true);
      expect(second.snapshot().version).toBe(7);
      await expect.poll(() => feed.requestLog).toEqual(['/internal/snapshotFeed?since=0 71']);
      await second.close();
    }
    // A file of a later release, with further kinds, lacks nothing.
    writeFileSync(path, [writer.replace('"deal",', '"deal","audience",'), ...lines].join('\n'));
    feed.requestLog.length = 0;
    await follow();
    await expect.poll(() => feed.requestLog).toEqual(['/internal/snapshotFeed?since=7 71']);
  });

  test.each(['refused', 'cut', 'broken'] as const)(
    'many attempts to reach a control plane whose responses are %s leave nothing behind',
    async (fault) => {
      const warnings: Error[] = [];
      const note = (warning: Error) => void warnings.push(warning);
      process.on('warning', note);
      feed.fault = fault;
      await follow();
      // More than the listeners of one signal before Node warns of a leak.
      await expect.poll(() => feed.requestLog.length).toBeGreaterThan(14);
      process.off('warning', note);
      expect(warnings).toEqual([]);
    },
  );

  test('many changes do not make the file grow without end', async () => {
    feed.answers = () => checkpoint(1);
    const follower = await follow();
    await expect.poll(() => follower.snapshot().version).toBe(1);
    for (let version = 2; version < 12; version += 1) {
      const rows = Array.from({ length: 400 }, (_, index) => buildChannel({ floor: `${version}.${index}` }));
      feed.publish(messagesOf({ channel: rows }, version));
      await expect.poll(() => follower.snapshot().version).toBe(version);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    await follower.close();
    const lines = readFileSync(join(folder, 'deep', '0.ndjson'), 'utf8').split('\n');
    expect(lines.length).toBeLessThan(2500);
    const again = await follow('http://127.0.0.1:9');
    expect(again.snapshot().rows).toEqual(follower.snapshot().rows);
  });
});
