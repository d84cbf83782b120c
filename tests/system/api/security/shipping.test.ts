import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createShipper, type Shipper } from '#api/security/createShipper.ts';
import type { SystemState } from '#api/system/systemContract.ts';
import { openTestDatabase } from '../../../stores/openTestDatabase.ts';
import { startTestApi, type TestApi } from '../startTestApi.ts';

const folder = mkdtempSync(join(tmpdir(), 'bidhouse-ship-'));
const server = { port: 0 };

let api: TestApi;
let syslog: Server | null = null;
/** Messages that the syslog server has received, without their octet counts. */
const received: string[] = [];

/** Starts a syslog server over TCP; the connection of the first `broken` batches is reset. */
async function startSyslog(broken = 0): Promise<void> {
  let toBreak = broken;
  const created = createServer((socket) => {
    const chunks: Buffer[] = [];
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      if (toBreak > 0) {
        toBreak -= 1;
        socket.resetAndDestroy();
        return;
      }
      chunks.push(chunk);
    });
    socket.on('end', () => {
      let rest = Buffer.concat(chunks);
      while (rest.length > 0) {
        const space = rest.indexOf(' ');
        const length = Number(rest.subarray(0, space).toString());
        received.push(rest.subarray(space + 1, space + 1 + length).toString());
        rest = rest.subarray(space + 1 + length);
      }
    });
  });
  await new Promise<void>((done) => created.listen(server.port, '127.0.0.1', done));
  server.port = (created.address() as AddressInfo).port;
  syslog = created;
}

const stopSyslog = () => new Promise<void>((done) => (syslog ? syslog.close(() => done()) : done()));

beforeAll(async () => {
  await startSyslog();
  const database = await openTestDatabase();
  const env = { SECURITY_LOG_TO: `syslog+tcp://127.0.0.1:${server.port}`, DATABASE_URL: database.url };
  api = await startTestApi({ database, env });
});

afterEach(async () => {
  received.length = 0;
  await api.sql('update security_chain set shipped_seq = seq');
});

afterAll(async () => {
  await stopSyslog();
  await api.close();
  rmSync(folder, { recursive: true });
});

const shipperTo = (to: string): Shipper =>
  createShipper({ ...api.deps, config: { ...api.deps.config, SECURITY_LOG_TO: to } });

async function signIns(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await api.signIn('super');
}

const seqsOf = (messages: readonly string[]) => messages.map((each) => Number(/ seq="(\d+)"/.exec(each)?.[1]));

test('[TRAIL-05] a syslog server gets each event in its order, with the end of the log', async () => {
  await signIns(3);
  const shipper = createShipper(api.deps);
  await shipper.ship();
  await expect.poll(() => received.length).toBe(3);
  const { seq, hash } = await api.deps.security.state();
  expect(seqsOf(received)).toEqual([seq - 2, seq - 1, seq]);
  const [header = '', text = ''] = (received.at(-1) ?? '').split('\uFEFF');
  expect(header).toMatch(
    /^<110>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ bidhouse \d+ signIn \[bidhouse@32473 seq="\d+" type="signIn"/,
  );
  expect(header).toContain(`headSeq="${seq}" headHash="${hash}"] `);
  expect(JSON.parse(text)).toMatchObject({ seq, hash, userLogin: 'super', head: { seq, hash } });
  await shipper.ship();
  expect(received).toHaveLength(3);
});

test('[TRAIL-05] events wait while the server is away or breaks connections, and none is lost', async () => {
  await stopSyslog();
  await signIns(2);
  const shipper = createShipper(api.deps);
  await expect(shipper.ship()).rejects.toThrow('ECONNREFUSED');
  const root = await api.signIn('super');
  const { queues } = (await root('GET', '/api/admin/system')).body as SystemState;
  expect(queues.find(({ queue }) => queue === 'securityEvents')).toMatchObject({
    waiting: 3,
    oldestAt: expect.any(String),
  });
  await startSyslog(1);
  await expect(shipper.ship()).rejects.toThrow();
  await shipper.ship();
  await expect.poll(() => received.length).toBe(3);
  const { seq } = await api.deps.security.state();
  expect(seqsOf(received)).toEqual([seq - 2, seq - 1, seq]);
});

test('of two processes one sends at a time', async () => {
  await signIns(5);
  const shippers = [createShipper(api.deps), createShipper(api.deps)];
  await Promise.all(shippers.map((each) => each.ship()));
  const { seq } = await api.deps.security.state();
  await expect.poll(() => received.length).toBe(5);
  expect(seqsOf(received)).toEqual([seq - 4, seq - 3, seq - 2, seq - 1, seq]);
});

test('[TRAIL-05] TLS needs a certificate that is trusted', async () => {
  const pem = readFileSync(join(import.meta.dirname, '../../../support/outbound/localhost.pem'));
  const trusted = getCACertificates('default');
  const texts: string[] = [];
  const secure = createTlsServer({ cert: pem, key: pem }, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => texts.push(chunk.toString()));
  });
  secure.on('tlsClientError', () => undefined);
  await new Promise<void>((done) => secure.listen(0, '127.0.0.1', done));
  await signIns(1);
  const shipper = shipperTo(`syslog+tls://localhost:${(secure.address() as AddressInfo).port}`);
  await expect(shipper.ship()).rejects.toThrow(/certificate/);
  setDefaultCACertificates([...trusted, pem.toString()]);
  try {
    await shipper.ship();
    await expect.poll(() => texts.join('')).toMatch(/^\d+ <110>1 /);
  } finally {
    setDefaultCACertificates(trusted);
    secure.close();
  }
});

test('[TRAIL-05] a file gets JSON lines, also after it was rotated', async () => {
  const path = join(folder, 'security.jsonl');
  const shipper = shipperTo(`file:${path}`);
  await signIns(2);
  await shipper.ship();
  renameSync(path, `${path}.1`);
  await signIns(1);
  await shipper.ship();
  const linesOf = (name: string) => readFileSync(name, 'utf8').trimEnd().split('\n');
  expect(linesOf(`${path}.1`)).toHaveLength(2);
  expect(linesOf(path).map((line) => JSON.parse(line) as object)).toMatchObject([{ type: 'signIn' }]);
});

test('[TRAIL-05] UDP has one event per datagram', async () => {
  const socket = createSocket('udp4');
  const datagrams: string[] = [];
  socket.on('message', (message) => datagrams.push(message.toString()));
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  await signIns(2);
  await shipperTo(`syslog://127.0.0.1:${socket.address().port}`).ship();
  await expect.poll(() => datagrams.length).toBe(2);
  expect(datagrams.every((each) => each.startsWith('<110>1 '))).toBe(true);
  socket.close();
});
