import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openListener, type Listener } from './openListener.ts';

const children: FakeChild[] = [];

/** A process that receives connections and does nothing with them. */
class FakeChild extends EventEmitter {
  connected = true;
  readonly received: Socket[] = [];

  constructor() {
    super();
    children.push(this);
  }

  send(_message: unknown, socket: Socket): boolean {
    this.received.push(socket);
    return true;
  }

  die(): void {
    this.connected = false;
    this.emit('exit');
  }
}

const asProcess = (child: FakeChild) => child as unknown as ChildProcess;

let folder: string;
let listener: Listener;
const clients: Socket[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bidhouse-listener-'));
  listener = await openListener('ads', { path: join(folder, 'socket') });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  for (const child of children.splice(0)) child.die();
  await listener.close();
  rmSync(folder, { recursive: true });
});

async function open(): Promise<Socket> {
  const client = connect(join(folder, 'socket'));
  clients.push(client);
  await once(client, 'connect');
  return client;
}

const received = (child: FakeChild) => () => child.received.length;

test('a connection waits until a process takes connections', async () => {
  await open();
  const child = new FakeChild();
  listener.add(asProcess(child));
  await expect.poll(received(child)).toBe(1);
});

test('a process gets its next connection when it has taken the last, and others take turns', async () => {
  const [first, second] = [new FakeChild(), new FakeChild()];
  for (const child of [first, second]) listener.add(asProcess(child));
  for (let count = 0; count < 3; count += 1) await open();
  await expect.poll(received(first)).toBe(1);
  await expect.poll(received(second)).toBe(1);
  listener.taken(asProcess(second));
  await expect.poll(received(second)).toBe(2);
  expect(first.received).toHaveLength(1);
});

test('a connection that a process had not taken when it died goes to another', async () => {
  const [first, second] = [new FakeChild(), new FakeChild()];
  listener.add(asProcess(first));
  await open();
  await expect.poll(received(first)).toBe(1);
  listener.add(asProcess(second));
  first.die();
  await expect.poll(received(second)).toBe(1);
  expect(second.received).toEqual(first.received);
});

test('a process that leaves takes what is on its way to it, and nothing more', async () => {
  const child = new FakeChild();
  listener.add(asProcess(child));
  await open();
  await expect.poll(received(child)).toBe(1);
  const onLeft = vi.fn();
  const left = listener.remove(asProcess(child)).then(onLeft);
  await open();
  expect(onLeft).not.toHaveBeenCalled();
  listener.taken(asProcess(child));
  await left;
  expect(child.received).toHaveLength(1);
});

test('connections that wait when no process can take them any more get 503', async () => {
  const client = await open();
  // The listener has accepted it when it accepts the next.
  const child = new FakeChild();
  listener.add(asProcess(child));
  await open();
  await expect.poll(received(child)).toBe(1);
  void listener.remove(asProcess(child));
  const closed = listener.close();
  listener.taken(asProcess(child));
  await closed;
  const other = clients.find((each) => each !== client);
  const [response] = (await once(other ?? client, 'data')) as [Buffer];
  expect(response.toString()).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 5/);
});

test('a connection that waits in the kernel when it closes is handed over', async () => {
  const child = new FakeChild();
  listener.add(asProcess(child));
  const client = connect(join(folder, 'socket'));
  clients.push(client);
  const closed = listener.close();
  await expect.poll(received(child)).toBe(1);
  listener.taken(asProcess(child));
  await closed;
});

test('it has closed when processes have taken all connections, or died', async () => {
  const [first, second] = [new FakeChild(), new FakeChild()];
  for (const child of [first, second]) listener.add(asProcess(child));
  for (let count = 0; count < 3; count += 1) await open();
  await expect.poll(received(first)).toBe(1);
  await expect.poll(received(second)).toBe(1);
  const onClosed = vi.fn();
  const closed = listener.close().then(onClosed);
  listener.taken(asProcess(second));
  await expect.poll(received(second)).toBe(2);
  listener.taken(asProcess(second));
  await setImmediate();
  expect(onClosed).not.toHaveBeenCalled();
  first.die();
  await expect.poll(received(second)).toBe(3);
  expect(onClosed).not.toHaveBeenCalled();
  listener.taken(asProcess(second));
  await closed;
});

test('connections on their way to the last process when it dies get 503', async () => {
  const child = new FakeChild();
  listener.add(asProcess(child));
  const client = await open();
  await expect.poll(received(child)).toBe(1);
  const closed = listener.close();
  child.die();
  const [response] = (await once(client, 'data')) as [Buffer];
  expect(response.toString()).toMatch(/^HTTP\/1\.1 503 /);
  await closed;
});
