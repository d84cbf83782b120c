import type { ApiClient } from './apiClient.ts';

/** A row to create; its name identifies it later. */
export type NewRow = Record<string, unknown> & { name: string };

/** A client that looks for rows before it creates them; each list is read once, on first use. */
export interface SeedingClient extends ApiClient {
  /** All rows of a list when it was read, of any status; pass another `filter` for a list without statuses. */
  rowsOf<T>(path: string, filter?: string): Promise<readonly T[]>;
  /** Returns the row with this name, or creates it. */
  ensure<T extends { name: string }>(path: string, row: NewRow): Promise<T>;
  /** Does the same for several rows, some at a time, and returns them in the same order. */
  ensureAll<T extends { name: string }>(path: string, rows: readonly NewRow[]): Promise<T[]>;
  /** Posts several bodies, some at a time. */
  postAll(path: string, bodies: readonly object[]): Promise<void>;
}

/** The filter of lists with statuses; like every filter here it ends with &. */
const anyStatus = 'status=0,1,2&';

/** Maximum page size of a list. */
const pageSize = 1000;

/** Wraps a signed-in client; calls throw when the API refuses. */
export function openSeedingClient(client: ApiClient): SeedingClient {
  const lists = new Map<string, Promise<unknown[]>>();
  const read = <T>(path: string, filter = anyStatus): Promise<T[]> => {
    const known = lists.get(path) ?? readAll(client, `${path}?${filter}size=${pageSize}`);
    lists.set(path, known);
    return known as Promise<T[]>;
  };
  async function ensure<T extends { name: string }>(path: string, row: NewRow): Promise<T> {
    const rows = await read<T>(path);
    const found = rows.find((each) => each.name === row.name);
    if (found) return found;
    const created = await client.post<T>(path, row);
    rows.push(created);
    return created;
  }
  return {
    ...client,
    rowsOf: read,
    ensure,
    ensureAll: (path, rows) => mapSomeAtATime(rows, (row) => ensure(path, row)),
    async postAll(path, bodies) {
      await mapSomeAtATime(bodies, (body) => client.post(path, body));
    },
  };
}

/** Calls at a time. */
const atATime = 6;

async function mapSomeAtATime<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += atATime) {
    results.push(...(await Promise.all(items.slice(start, start + atATime).map(work))));
  }
  return results;
}

async function readAll(client: ApiClient, list: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = await client.get<{ rows: unknown[]; total: number }>(`${list}&page=${page}`);
    found.push(...rows);
    if (rows.length < pageSize || found.length >= total) return found;
  }
}
