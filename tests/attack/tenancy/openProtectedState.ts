import { dirname } from 'node:path';
import { entities, type EntityName } from '#model/index.ts';
import { socketPathOf } from '#runtime/socketFolder.ts';
import { openPostgres } from '#storage/postgres.ts';

/** Rows that a caller must not change. */
export interface ProtectedRows {
  /** Id of an account: all of its rows. */
  demandId?: number;
  /** Single rows. */
  rows?: readonly { entity: EntityName; id: number }[];
}

/** The database of a running product, read without its API. */
export interface ProtectedState {
  /** A digest of the protected rows of each table, by table. */
  read(of: ProtectedRows): Promise<Record<string, string>>;
  sql(text: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Columns that sign-ins, calls and traffic change. */
const volatileColumns = ['last_login_at', 'capped_until', 'last_used_at'];

/** Opens the embedded database of a product. */
export async function openProtectedState(dataDir: string): Promise<ProtectedState> {
  const folder = dirname(socketPathOf(dataDir, '.s.PGSQL.5432'));
  const postgres = openPostgres(`postgres://bidhouse@/postgres?host=${encodeURIComponent(folder)}`);
  const sql = async (text: string) => (await postgres.pool.query<Record<string, unknown>>(text)).rows;
  const columns = await sql(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' group by table_name order by table_name`,
  );
  const conditionOf = (name: string, own: readonly string[], demandId: number) => {
    if (name === 'demands') return `id = ${demandId}`;
    if (own.includes('demand_id')) return `demand_id = ${demandId}`;
    const people = `(select id from users where demand_id = ${demandId})`;
    if (name === 'report_shares') return `report_id in (select id from saved_reports where user_id in ${people})`;
    if (name === 'saved_reports' || name === 'report_schedules') return `user_id in ${people}`;
    return null;
  };
  const digest = (name: string, condition: string, label = name) =>
    `select '${label}' as name, md5(coalesce(string_agg((to_jsonb(t) - array['${volatileColumns.join("','")}'])::text, ',' order by t::text), '')) as digest
     from ${name} t where ${condition}`;
  const readAll = async (parts: string[]) => {
    const rows = parts.length === 0 ? [] : await sql(parts.join(' union all '));
    return Object.fromEntries(rows.map((row) => [String(row['name']), String(row['digest'])]));
  };
  return {
    sql,
    close: () => postgres.close(),
    async read({ demandId, rows = [] }) {
      const accountDigests = columns.flatMap(({ name, columns: own }) => {
        const condition = demandId === undefined ? null : conditionOf(String(name), own as string[], demandId);
        return condition === null ? [] : [digest(String(name), condition)];
      });
      const tables = [...new Set(rows.map(({ entity }) => entities[entity].table))];
      const single = tables.map((table) => {
        const ids = rows.filter(({ entity }) => entities[entity].table === table).map(({ id }) => id);
        return digest(table, `id in (${ids.join()})`, `rows of ${table}`);
      });
      return readAll([...accountDigests, ...single]);
    },
  };
}
