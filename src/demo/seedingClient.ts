import type { ApiClient } from './apiClient.ts';

/** A row to create; its name identifies it later. */
export type NewRow = Record<string, unknown> & { name: string };

/** A client that looks for rows before it creates them; each list is read once, on first use. */
export interface SeedingClient extends ApiClient {
  /** All rows of a list when it was read, of any status; pass another `filter` for a list without statuses. */
  rowsOf<T>(path: string, filter?: string): Promise<readonly T[]>;
  /** Returns the row with this name, or creates it. */
  ensure<T extends { name: string }>(path: string, row: NewRow): Promise<T>;
  /** Does the same for several rows, one after the other, so that their ids are in the same order. */
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
    async ensureAll<T extends { name: string }>(path: string, rows: readonly NewRow[]) {
      const ensured: T[] = [];
      for (const row of rows) ensured.push(await ensure<T>(path, row));
      return ensured;
    },
    async postAll(path, bodies) {
      for (let start = 0; start < bodies.length; start += atATime) {
        await Promise.all(bodies.slice(start, start + atATime).map((body) => client.post(path, body)));
      }
    },
  };
}

/** Calls at a time. */
const atATime = 6;

async function readAll(client: ApiClient, list: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = await client.get<{ rows: unknown[]; total: number }>(`${list}&page=${page}`);
    found.push(...rows);
    if (rows.length < pageSize || found.length >= total) return found;
  }
}
