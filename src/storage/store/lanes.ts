import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Session } from 'chdb';
import { maxStatementBytes } from '../maxStatementBytes.ts';
import { stringLiteral } from './sqlText.ts';

/** Kinds of work that must not wait for each other. */
export type Lane = 'load' | 'small' | 'report' | 'export';

/** A statement for the engine. */
export interface Statement {
  sql: string;
  /** Rows of an INSERT in a binary format, which are not part of the SQL. */
  rows?: Buffer;
  /** Output format where the statement has none. */
  format: string;
  /** Whether it only reads, and may be killed when no caller waits for it any more. */
  isReadOnly: boolean;
}

/** The result of a statement. */
export interface LaneResult {
  bytes: Uint8Array;
  rowsRead: number;
  bytesRead: number;
  elapsedSeconds: number;
}

/** Too many queued statements in one lane: ClickHouse's TOO_MANY_SIMULTANEOUS_QUERIES (202). */
export class LaneIsFull extends Error {}

/** The engine behind its lanes. */
export interface Lanes {
  /** Runs a statement. When `signal` fires, a queued statement is dropped and a running read is killed. */
  run(lane: Lane, statement: Statement, signal: AbortSignal): Promise<LaneResult>;
  /**
   * Runs a reading statement and passes its response on in chunks, each when `take` is done with the previous one.
   * Resolves when all of it was taken; rejects with the error of `take`, and then ends the statement.
   */
  stream(
    lane: Lane,
    statement: Statement,
    signal: AbortSignal,
    take: (bytes: Uint8Array) => Promise<void>,
  ): Promise<void>;
  /** Kills reads, waits for writes, closes the engine. */
  close(): Promise<void>;
}

/** Initial settings of every connection. They never change: SET and USE are rejected, because they would stick. */
export const clickhouseSettings: Readonly<Record<string, string>> = {
  max_threads: '1',
  max_insert_threads: '1',
  max_memory_usage: '700000000',
  max_bytes_before_external_group_by: '350000000',
  max_bytes_before_external_sort: '350000000',
  // The memory ratio overrides the limit in bytes, and a sort then fails instead of spilling.
  max_bytes_ratio_before_external_group_by: '0',
  max_bytes_ratio_before_external_sort: '0',
  max_result_bytes: '268435456',
  max_query_size: maxStatementBytes,
  output_format_json_quote_64bit_integers: '1',
  async_insert: '0',
};

interface Job {
  statement: Statement;
  signal: AbortSignal;
  /** Runs the statement, whose text has its mark, on a connection. */
  use(session: Session, sql: string): Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/** Connections per lane. An export occupies its connection as long as its client reads, so exports have their own. */
const widths: Record<Lane, number> = {
  load: 1,
  small: 4,
  report: Math.max(1, Math.floor(availableParallelism() / 2)),
  export: 2,
};
const maxQueueLength = 256;
const killAgainAfterMs = 50;

/**
 * Opens chDB's data in `folder` with separate connections for loading, small queries, reports, exports and killing. A
 * connection runs one statement at a time and each running one occupies a thread of libuv's pool: the process must be
 * started with UV_THREADPOOL_SIZE of 32 or more.
 */
export function openLanes(folder: string): Lanes {
  const sessions: Session[] = [];
  const connect = (): Session => {
    const session = new Session(folder);
    sessions.push(session);
    const settings = Object.entries(clickhouseSettings).map(([name, value]) => `${name} = ${value}`);
    session.query(`SET ${settings.join(', ')}`);
    return session;
  };
  const killer = connect();
  const queues: Record<Lane, Job[]> = { load: [], small: [], report: [], export: [] };
  const idle: Record<Lane, Session[]> = {
    load: Array.from({ length: widths.load }, connect),
    small: Array.from({ length: widths.small }, connect),
    report: Array.from({ length: widths.report }, connect),
    export: Array.from({ length: widths.export }, connect),
  };
  const running = new Set<Promise<void>>();
  const closing = new AbortController();
  let killing: Promise<unknown> = Promise.resolve();

  function startNext(lane: Lane): void {
    const session = idle[lane].pop();
    if (!session) return;
    const job = queues[lane].shift();
    if (!job) {
      idle[lane].push(session);
      return;
    }
    const done = runOn(session, job).finally(() => {
      idle[lane].push(session);
      running.delete(done);
      startNext(lane);
    });
    running.add(done);
  }

  async function runOn(session: Session, job: Job): Promise<void> {
    const { statement } = job;
    // The engine assigns query ids itself; a mark at the front of the text identifies one.
    const mark = `/* ${randomBytes(12).toString('hex')} */ `;
    const stopKilling = killOn([job.signal, closing.signal], statement, mark);
    try {
      await job.use(session, mark + statement.sql);
      job.resolve();
    } catch (error) {
      job.reject(error);
      // A failed query stays in the process list, with its memory, until its connection runs the next one.
      await session.queryAsync('SELECT 1', { format: 'Null' }).catch(() => null);
    } finally {
      stopKilling();
    }
  }

  /** Kills a reading statement when a signal fires, repeatedly until it has ended: it may not have started yet. */
  function killOn(signals: readonly AbortSignal[], statement: Statement, mark: string): () => void {
    if (!statement.isReadOnly) return () => undefined;
    let timer: NodeJS.Timeout | null = null;
    let isOver = false;
    const kill = () => {
      // ASYNC: with SYNC the call never returns once the query is gone.
      const sql = `KILL QUERY WHERE startsWith(query, ${stringLiteral(mark)}) ASYNC`;
      killing = killing
        .then(() => (isOver ? null : killer.queryAsync(sql, { format: 'Null' })))
        .catch(() => null)
        .then(() => {
          if (!isOver) timer = setTimeout(kill, killAgainAfterMs);
        });
    };
    for (const signal of signals) signal.addEventListener('abort', kill, { once: true });
    if (signals.some((signal) => signal.aborted)) kill();
    return () => {
      isOver = true;
      for (const signal of signals) signal.removeEventListener('abort', kill);
      if (timer) clearTimeout(timer);
    };
  }

  /** Queues a statement; resolves when `use` has run it on a connection of the lane. */
  function enqueue(lane: Lane, statement: Statement, signal: AbortSignal, use: Job['use']): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted || closing.signal.aborted) return reject(new Error('The statement was canceled'));
      if (queues[lane].length >= maxQueueLength) return reject(new LaneIsFull('Too many simultaneous queries'));
      const job: Job = { statement, signal, use, resolve, reject };
      queues[lane].push(job);
      signal.addEventListener('abort', () => dropWaiting(queues[lane], job), { once: true });
      startNext(lane);
    });
  }

  return {
    async run(lane, statement, signal) {
      const results: LaneResult[] = [];
      await enqueue(lane, statement, signal, async (session, sql) => {
        const response = await session.queryAsync(sql, { format: statement.format });
        const { rowsRead, bytesRead, elapsed: elapsedSeconds } = response;
        results.push({ bytes: response.bytes(), rowsRead, bytesRead, elapsedSeconds });
      });
      const [result] = results;
      if (!result) throw new Error('The statement returned no result');
      return result;
    },
    stream: (lane, statement, signal, take) =>
      enqueue(lane, statement, signal, async (session, sql) => {
        for await (const chunk of session.queryStream(sql, { format: statement.format })) await take(chunk.raw());
      }),
    async close() {
      closing.abort();
      for (const queue of Object.values(queues)) while (queue[0]) dropWaiting(queue, queue[0]);
      await Promise.all(running);
      await killing;
      for (const session of sessions) session.close();
    },
  };
}

function dropWaiting(queue: Job[], job: Job): void {
  const at = queue.indexOf(job);
  if (at < 0) return;
  queue.splice(at, 1);
  job.reject(new Error('The statement was canceled'));
}
