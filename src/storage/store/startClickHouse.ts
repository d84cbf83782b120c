import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ClickHouseFault, readEngineError, statusOf } from './clickhouseError.ts';
import { readRequest } from './clickhouseRequest.ts';
import { dropLostParts } from './dropLostParts.ts';
import { LaneIsFull, openLanes, type LaneResult, type Lanes } from './lanes.ts';
import { openRowFiles, type RowFiles } from './rowFiles.ts';

/** The ClickHouse half of the store. */
export interface RunningClickHouse {
  clickhouseUrl: string;
  close(): Promise<void>;
}

const zip = promisify(gzip);
const user = 'bidhouse-store';

/**
 * Runs chDB in `<dataDir>/clickhouse` behind the part of ClickHouse's HTTP interface that @clickhouse/client uses, on
 * 127.0.0.1 with a random password. Lane by statement: INSERT loads, else header `x-bidhouse-lane: report` (or `small`,
 * `load`, `export`), else small; the result of an `export` is streamed as the engine finds it. `formerUrl`: its
 * previous URL, which is used again, so that clients' URLs stay valid.
 */
export async function startClickHouse(dataDir: string, formerUrl?: string): Promise<RunningClickHouse> {
  const former = readFormer(formerUrl);
  const password = former?.password ?? randomBytes(24).toString('hex');
  const folder = join(dataDir, 'clickhouse');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  dropLostParts(folder);
  const rowFiles = openRowFiles(join(dataDir, 'clickhouse-rows'));
  const lanes = openLanes(folder);
  const server = createServer((request, response) => {
    void answer({ lanes, rowFiles, password }, request, response);
  });
  // Longer than any client keeps an idle socket open, so that the server never closes a reused one.
  server.keepAliveTimeout = 65_000;
  server.requestTimeout = 0;
  try {
    await listen(server, former?.port ?? 0);
  } catch (error) {
    await lanes.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  return {
    clickhouseUrl: `http://${user}:${password}@127.0.0.1:${port}`,
    async close() {
      const stopped = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      await lanes.close();
      server.closeAllConnections();
      await stopped;
    },
  };
}

/** Port and password of an earlier start; null when the URL is another server's. */
function readFormer(url: string | undefined): { port: number; password: string } | null {
  if (!url || !URL.canParse(url)) return null;
  const { hostname, username, password, port } = new URL(url);
  return hostname === '127.0.0.1' && username === user && password !== '' ? { port: Number(port), password } : null;
}

async function answer(
  { lanes, rowFiles, password }: { lanes: Lanes; rowFiles: RowFiles; password: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://store');
  const queryId = url.searchParams.get('query_id') ?? randomUUID();
  response.setHeader('X-ClickHouse-Query-Id', queryId.replaceAll(/[^\x20-\x7e]/g, '?'));
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  try {
    if (url.pathname === '/ping') return void response.end('Ok.\n');
    if (url.pathname !== '/') throw new ClickHouseFault(48, 'NOT_IMPLEMENTED', `No such path ${url.pathname}`, 404);
    if (!isAdmitted(request, password)) {
      throw new ClickHouseFault(516, 'AUTHENTICATION_FAILED', 'Authentication failed: password is incorrect.');
    }
    const { lane, statement, format } = await readRequest(request, url);
    response.setHeader('X-ClickHouse-Format', format);
    if (lane === 'export' && statement.isReadOnly) {
      return await sendStream(response, format, (take) => lanes.stream(lane, statement, disconnected.signal, take));
    }
    const result = await rowFiles.withFile(statement, (readable) => lanes.run(lane, readable, disconnected.signal));
    response.setHeader('X-ClickHouse-Summary', summaryOf(result, statement.isReadOnly));
    response.setHeader('Content-Type', contentTypeOf(format));
    await send(response, result.bytes, wantsGzip(request, url));
  } catch (error) {
    refuse(response, error);
  }
}

function isAdmitted(request: IncomingMessage, password: string): boolean {
  const [scheme, encoded] = (request.headers.authorization ?? '').split(' ');
  const given =
    scheme?.toLowerCase() === 'basic' && encoded
      ? Buffer.from(encoded, 'base64').toString('utf8')
      : `${String(request.headers['x-clickhouse-user'] ?? '')}:${String(request.headers['x-clickhouse-key'] ?? '')}`;
  const expected = Buffer.from(`${user}:${password}`);
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function wantsGzip(request: IncomingMessage, url: URL): boolean {
  const accepted = request.headers['accept-encoding'] ?? '';
  return url.searchParams.get('enable_http_compression') === '1' && /\bgzip\b/.test(accepted);
}

async function send(response: ServerResponse, bytes: Uint8Array, isZipped: boolean): Promise<void> {
  if (!isZipped) return void response.end(bytes);
  response.setHeader('Content-Encoding', 'gzip');
  response.end(await zip(bytes, { level: 1 }));
}

/**
 * Sends a response in chunks, at the pace of the client. A failure after the first chunk cuts the response off, so that
 * the client cannot mistake the part for the whole.
 */
async function sendStream(
  response: ServerResponse,
  format: string,
  stream: (take: (bytes: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<void> {
  try {
    await stream(async (bytes) => {
      if (response.destroyed) throw new Error('The client is gone');
      if (!response.headersSent) response.setHeader('Content-Type', contentTypeOf(format));
      if (!response.write(bytes)) await drained(response);
    });
    response.end();
  } catch (error) {
    if (!response.headersSent) throw error;
    response.destroy();
  }
}

/** Resolves when more can be written; rejects when the client is gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      response.off('drain', settle);
      response.off('close', settle);
      if (response.destroyed) reject(new Error('The client is gone'));
      else resolve();
    };
    response.once('drain', settle);
    response.once('close', settle);
  });
}

function contentTypeOf(format: string): string {
  return format.startsWith('JSON') ? 'application/json' : 'text/plain; charset=UTF-8';
}

function summaryOf(result: LaneResult, isReadOnly: boolean): string {
  const rows = String(result.rowsRead);
  const bytes = String(result.bytesRead);
  return JSON.stringify({
    read_rows: rows,
    read_bytes: bytes,
    written_rows: isReadOnly ? '0' : rows,
    written_bytes: isReadOnly ? '0' : bytes,
    result_rows: '0',
    result_bytes: '0',
    elapsed_ns: String(Math.round(result.elapsedSeconds * 1e9)),
  });
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.headersSent) return;
  const { code, text, status } = describe(error);
  response.statusCode = status;
  response.setHeader('X-ClickHouse-Exception-Code', String(code));
  response.setHeader('Content-Type', 'text/plain; charset=UTF-8');
  response.end(`${text}\n`);
}

function describe(error: unknown): { code: number; text: string; status: number } {
  if (error instanceof ClickHouseFault) return { code: error.code, text: error.message, status: error.status };
  const engine = readEngineError(error);
  if (engine) return { ...engine, status: statusOf(engine.code) };
  const fault =
    error instanceof LaneIsFull
      ? new ClickHouseFault(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', error.message)
      : new ClickHouseFault(1001, 'STD_EXCEPTION', error instanceof Error ? error.message : String(error), 500);
  return { code: fault.code, text: fault.message, status: fault.status };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
