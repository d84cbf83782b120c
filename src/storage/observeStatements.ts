import type { Pool, PoolClient } from 'pg';

/** Called when a statement is sent; the result is called when it has ended, with its error. */
export type StatementObserver = (text: string) => (error?: unknown) => void;

type Query = (...args: unknown[]) => unknown;

/**
 * Has every statement of a pool observed in the asynchronous context of its caller. The pool's own `query` would send one
 * that had to wait for a connection in the context of whoever released it.
 */
export function observeStatements(pool: Pool, observe: StatementObserver): void {
  pool.on('connect', (client) => observeClient(client, observe));
  const query = async (...args: unknown[]) => {
    const client = await pool.connect();
    try {
      const result = await (client.query as Query)(...args);
      client.release();
      return result;
    } catch (error) {
      client.release(error instanceof Error ? error : true);
      throw error;
    }
  };
  pool.query = query as Pool['query'];
}

function observeClient(client: PoolClient, observe: StatementObserver): void {
  const query = client.query.bind(client) as Query;
  const observed = (...args: unknown[]) => {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text;
    const end = observe(text ?? '');
    const result = query(...args);
    if (!(result instanceof Promise)) {
      end();
      return result;
    }
    result.then(
      () => end(),
      (error: unknown) => end(error),
    );
    return result as Promise<unknown>;
  };
  client.query = observed as PoolClient['query'];
}
