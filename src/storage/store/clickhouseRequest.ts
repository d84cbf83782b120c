import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ClickHouseFault } from './clickhouseError.ts';
import { clickhouseSettings, type Lane, type Statement } from './lanes.ts';
import { BadParameter, bindParameters } from './queryParameters.ts';
import { cutSql, firstWord, hasManyStatements } from './sqlText.ts';

/** A request to the engine. */
export interface EngineRequest {
  lane: Lane;
  statement: Statement;
  /** Format of the response. */
  format: string;
}

const unzip = promisify(gunzip);
const largestBody = 256 * 1024 * 1024;
const readingWords = ['SELECT', 'WITH', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'EXISTS', 'CHECK', 'FROM', 'VALUES'];
/** URL parameters of the transport, or handled by this server itself. */
const ownParameters = new Set(['query', 'query_id', 'database', 'default_format', 'user', 'password', 'role']);
const transportSettings =
  /^(?:wait_end_of_query|buffer_size|compress|decompress|enable_http_compression|send_progress_in_http_headers|http_\w+|session_\w+|cancel_http_readonly_queries_on_client_close)$/;

/**
 * Reads a request of ClickHouse's HTTP interface. Settings in the URL are only accepted with the values that every
 * connection has anyway: the engine has no per-query settings except those in the SQL, and a SET before it would stick
 * to the connection and affect later inserts. Throws ClickHouseFault.
 */
export async function readRequest(request: IncomingMessage, url: URL): Promise<EngineRequest> {
  checkSettings(url.searchParams);
  const body = await readBody(request);
  const inUrl = url.searchParams.get('query');
  const sql = bind(inUrl ?? body.toString('utf8'), url.searchParams);
  const pieces = cutSql(sql);
  const word = firstWord(pieces);
  if (word === '') throw new ClickHouseFault(62, 'SYNTAX_ERROR', 'Syntax error: Empty query.');
  if (word === 'SET' || word === 'USE') {
    throw new ClickHouseFault(48, 'NOT_IMPLEMENTED', `${word} would stick to a shared connection.`);
  }
  const isInsertOfRows = word === 'INSERT' && inUrl !== null && body.length > 0;
  const mayContainData = word === 'INSERT' && /\b(?:FORMAT|VALUES)\b/i.test(sql);
  if (!mayContainData && hasManyStatements(pieces)) {
    throw new ClickHouseFault(62, 'SYNTAX_ERROR', 'Syntax error: Multi-statements are not allowed.');
  }
  const outputFormat = url.searchParams.get('default_format') ?? 'TabSeparated';
  const format = /\bFORMAT\s+(\w+)\s*;?\s*(?:SETTINGS\b[\s\S]*)?$/i.exec(sql)?.[1] ?? outputFormat;
  const isBinary = isInsertOfRows && format === 'Native';
  return {
    lane: laneOf(request, url, word),
    statement: {
      sql: isInsertOfRows && !isBinary ? `${sql}\n${body.toString('utf8')}` : sql,
      ...(isBinary ? { rows: body } : {}),
      format: outputFormat,
      isReadOnly: readingWords.includes(word),
    },
    format,
  };
}

function laneOf(request: IncomingMessage, url: URL, word: string): Lane {
  const requestedLane = url.searchParams.get('lane') ?? request.headers['x-bidhouse-lane'];
  if (requestedLane === 'report' || requestedLane === 'small' || requestedLane === 'load' || requestedLane === 'export')
    return requestedLane;
  return word === 'INSERT' ? 'load' : 'small';
}

function checkSettings(parameters: URLSearchParams): void {
  for (const [name, value] of parameters) {
    if (ownParameters.has(name) || name === 'lane' || name.startsWith('param_') || transportSettings.test(name))
      continue;
    if (clickhouseSettings[name] === value) continue;
    throw new ClickHouseFault(
      115,
      'UNKNOWN_SETTING',
      `Setting ${name} = ${value} in the URL: put it into the SETTINGS clause of the statement.`,
    );
  }
  const database = parameters.get('database');
  if (database !== null && database !== '' && database !== 'default') {
    throw new ClickHouseFault(81, 'UNKNOWN_DATABASE', `Database ${database} does not exist`);
  }
}

function bind(sql: string, parameters: URLSearchParams): string {
  const values = new Map<string, string>();
  for (const [name, value] of parameters) if (name.startsWith('param_')) values.set(name.slice(6), value);
  // Rows after an INSERT may look like parameters: without values nothing is replaced.
  if (values.size === 0) return sql;
  try {
    return bindParameters(sql, values);
  } catch (error) {
    if (!(error instanceof BadParameter)) throw error;
    throw new ClickHouseFault(error.code, 'UNKNOWN_QUERY_PARAMETER', error.message);
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = () => new ClickHouseFault(307, 'TOO_MANY_BYTES', `The body is larger than ${largestBody} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > largestBody) throw tooLarge();
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > largestBody) request.destroy();
  });
  const body = await buffer(request);
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return body;
  if (encoding !== 'gzip') throw new ClickHouseFault(48, 'NOT_IMPLEMENTED', `Content-Encoding ${encoding}`);
  try {
    return await unzip(body, { maxOutputLength: largestBody });
  } catch (error) {
    throw new ClickHouseFault(354, 'ZLIB_INFLATE_FAILED', error instanceof Error ? error.message : 'bad gzip', 400);
  }
}
