import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Readable } from 'node:stream';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { clusterStatements } from './cluster/clusterStatements.ts';
import { maxStatementBytes } from './maxStatementBytes.ts';
import { stringLiteral } from './store/sqlText.ts';

export interface QueryOptions {
  /** `report` queries queue behind other reports instead of slowing down the pages. Default `small`. */
  lane?: 'small' | 'report';
  /** Aborting it ends the query on the server too. */
  signal?: AbortSignal;
}

export interface InsertOptions {
  /** Token by which the server recognizes a repeated insert. */
  token: string;
  /** Columns of the rows if they are a block; absent for JSON. */
  columns?: readonly string[] | undefined;
}

/** ClickHouse or the embedded store: the same to the caller. Errors are @clickhouse/client's ClickHouseError. */
export interface ClickHouse {
  /** Name of the cluster that the tables are on; absent on a single server. */
  cluster?: string | undefined;
  /**
   * Rows of a SELECT without FORMAT clause. 64-bit and wider integers are strings. `{name:Type}` in the SQL takes its
   * value from `params`; settings belong into the SQL's SETTINGS clause.
   */
  query<T>(sql: string, params?: Record<string, unknown>, options?: QueryOptions): Promise<T[]>;
  /**
   * The rows of a SELECT in batches as the server finds them, however many there are, without buffering. Ending the
   * iteration ends the query. Throws when the response breaks off.
   */
  stream<T>(sql: string, params: Record<string, unknown>, signal: AbortSignal): AsyncIterable<T[]>;
  /** Runs one statement without result rows. On a cluster, all its servers run their part (`clusterStatements`). */
  command(sql: string): Promise<void>;
  /**
   * Inserts newline-delimited JSON objects exactly once per `token`, through materialized views too, as long as table
   * and targets have a deduplication window. A retry must send the same bytes; other bytes are silently dropped. Where
   * `columns` are given, the rows are one block of the Native format with these columns.
   */
  insertRows(table: string, rows: Buffer | string, options: InsertOptions): Promise<void>;
  /** The rows of a SELECT without FORMAT clause in the Native format, without buffering. Fails when they break off. */
  readNative(sql: string): Promise<Readable>;
  /** Inserts rows in the Native format as they come, without deduplication. */
  writeNative(table: string, rows: Readable): Promise<void>;
  /** Whether the server responds and authorizes us. Aborting it ends the request. */
  ping(signal?: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

/** Settings of every query; the embedded store has the same. */
const querySettings = { output_format_json_quote_64bit_integers: 1, max_query_size: maxStatementBytes } as const;

/**
 * Settings of every query and statement on a cluster. A subquery is evaluated over all shards once, a shard that does
 * not respond fails the query, and a statement waits for every server. An INSERT … SELECT reads through the distributing
 * table: sent to the shards as it is, it names that table’s columns, which local tables do not have (26.7).
 */
const clusterSettings = {
  distributed_product_mode: 'global',
  optimize_skip_unused_shards: 1,
  skip_unavailable_shards: 0,
  distributed_foreground_insert: 1,
  parallel_distributed_insert_select: '0',
  distributed_ddl_task_timeout: '600',
  distributed_ddl_output_mode: 'throw',
  // Deletions of rows that a subquery finds: every server finds the same.
  allow_nondeterministic_mutations: 1,
} as const;

/**
 * Settings of an insert on a cluster. Each shard gets its rows with the token before the insert is acknowledged, and a
 * majority of its replicas has them.
 */
const clusterInsertSettings = ['distributed_foreground_insert = 1', "insert_quorum = 'auto'"];

const insertTarget = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?(?: \(\w+(?:, \w+)*\))?$/;
const maxRequestMs = 600_000;
/** Maximum length of an exception at the end of a response. */
const exceptionBytes = 4096;
const connectionLimits = { keepAlive: true, maxSockets: 32, timeout: 2500 };

/**
 * Opens a client for `http(s)://user:password@host:port/database`, any server of a cluster where one is named. Connects
 * on first use.
 */
export function openClickHouse(url: string, { cluster }: { cluster?: string | undefined } = {}): ClickHouse {
  const settings = cluster === undefined ? querySettings : { ...querySettings, ...clusterSettings };
  const client = createClient({
    url,
    request_timeout: maxRequestMs,
    // Node's agent ends idle connections. The client's own timers may end one that is in use: a query that is aborted
    // before it is sent leaves the timer of its connection running.
    http_agent: url.startsWith('https:') ? new HttpsAgent(connectionLimits) : new HttpAgent(connectionLimits),
    keep_alive: { enabled: true, idle_socket_ttl: 0 },
    log: { level: ClickHouseLogLevel.OFF },
  });
  return {
    cluster,
    async query<T>(sql: string, params?: Record<string, unknown>, options: QueryOptions = {}): Promise<T[]> {
      const result = await client.query({
        query: sql,
        format: 'JSONEachRow',
        clickhouse_settings: settings,
        http_headers: { 'x-bidhouse-lane': options.lane ?? 'small' },
        ...(params ? { query_params: params } : {}),
        ...(options.signal ? { abort_signal: options.signal } : {}),
      });
      return result.json<T>();
    },
    async *stream<T>(sql: string, params: Record<string, unknown>, signal: AbortSignal): AsyncIterable<T[]> {
      const result = await client.query({
        query: sql,
        format: 'JSONEachRow',
        clickhouse_settings: settings,
        http_headers: { 'x-bidhouse-lane': 'export' },
        query_params: params,
        abort_signal: signal,
      });
      const stream = result.stream<T>();
      // The client observes the signal only until the response begins.
      const stop = () => stream.destroy(new Error('The query was canceled'));
      signal.addEventListener('abort', stop, { once: true });
      try {
        signal.throwIfAborted();
        for await (const rows of stream) yield rows.map((row) => row.json());
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    async command(sql) {
      if (cluster === undefined) await client.command({ query: sql });
      else {
        for (const query of clusterStatements(sql, cluster)) {
          await client.command({ query, clickhouse_settings: clusterSettings });
        }
      }
    },
    async insertRows(table, rows, options) {
      // The server rejects an INSERT without data.
      if (rows.length === 0) return;
      const { stream } = await client.exec({
        query: insertStatement(table, options, cluster),
        values: Readable.from([rows], { objectMode: false }),
      });
      await drain(stream);
    },
    async readNative(sql) {
      const { stream } = await client.exec({
        query: `${sql} FORMAT Native`,
        http_headers: { 'x-bidhouse-lane': 'export' },
      });
      return stream.compose(failOnException);
    },
    async writeNative(table, rows) {
      if (!insertTarget.test(table)) throw new Error(`Bad insert target ${table}`);
      const { stream } = await client.exec({
        query: `INSERT INTO ${table} SETTINGS insert_deduplicate = 0, async_insert = 0 FORMAT Native`,
        values: rows,
      });
      await drain(stream);
    },
    ping: async (signal) => (await client.ping({ select: true, ...(signal ? { abort_signal: signal } : {}) })).success,
    close: () => client.close(),
  };
}

/**
 * The INSERT of a segment. All settings are in the SQL: a token passed beside it would stick to a chDB connection. One
 * block per segment, parsed in order, so that a retry is split like the first attempt.
 *
 * @internal The tests run it on an engine without the HTTP interface.
 */
export function insertStatement(table: string, { token, columns }: InsertOptions, cluster?: string): string {
  const target = columns ? `${table} (${columns.join(', ')})` : table;
  if (!insertTarget.test(target)) throw new Error(`Bad insert target ${target}`);
  const settings = [
    `insert_deduplication_token = ${stringLiteral(token)}`,
    'async_insert = 0',
    'deduplicate_blocks_in_dependent_materialized_views = 1',
    'max_insert_block_size = 1048449',
    'input_format_parallel_parsing = 0',
    ...(cluster === undefined ? [] : clusterInsertSettings),
  ];
  return `INSERT INTO ${target} SETTINGS ${settings.join(', ')} FORMAT ${columns ? 'Native' : 'JSONEachRow'}`;
}

/** Passes a response on. A server that fails in its midst writes the exception at its end, and ends it as if complete. */
async function* failOnException(response: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let end = Buffer.alloc(0);
  for await (const chunk of response) {
    end = Buffer.concat([end, chunk]).subarray(-exceptionBytes);
    yield chunk;
  }
  const text = end.toString('latin1');
  if (/__exception__|\bDB::Exception: /.test(text)) throw new Error(`The response broke off: ${text.slice(-500)}`);
}

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const chunk of stream) void chunk;
}
