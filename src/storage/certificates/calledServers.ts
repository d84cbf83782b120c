import { sql, type SQL } from 'drizzle-orm';
import type { EntityName } from '#model/index.ts';
import { tableOf } from '../tableOf.ts';
import { columnNamed } from '../entities/entityTable.ts';

/** The entities whose URLs are called by ad serving or players. */
export const callingEntities = ['tag', 'adexchange', 'creative'] as const satisfies readonly EntityName[];
export type CallingEntity = (typeof callingEntities)[number];

/** The URLs that are called, by entity, and when they are in use. */
const calledUrls: Readonly<Record<CallingEntity, readonly { field: string; isUsed: SQL }[]>> = {
  tag: [
    { field: 'url', isUsed: sql`integration = 'VAST' and source = 'url'` },
    { field: 'endpoint', isUsed: sql`integration = 'RTB'` },
    { field: 'syncUrl', isUsed: sql`integration = 'RTB'` },
  ],
  adexchange: [
    { field: 'endpoint', isUsed: sql`true` },
    { field: 'syncUrl', isUsed: sql`true` },
  ],
  creative: [{ field: 'vastUrl', isUsed: sql`type = 'vastUrl'` }],
};

/** A port up to 65535. */
const port = '(?:[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])';

/** A host name or IPv4 address with an optional port, in front of the path; a host with a macro has none. */
const pattern = `^https://(?:[^/?#@]*@)?([a-z0-9][a-z0-9.-]{0,252}(?::${port})?)(?:[/?#]|$)`;

/** Selects `id`, `field` and `server` for each URL that active rows call over TLS. */
export function calledServersOf(entity: CallingEntity): SQL {
  const { table } = tableOf(entity);
  const parts = calledUrls[entity].map(({ field, isUsed }) => {
    const server = sql`regexp_replace(substring(lower(${columnNamed(tableOf(entity), field)}) from ${pattern}), ':443$', '')`;
    return sql`select id, ${field}::text as field, ${server} as server from ${table} where status = 1 and ${isUsed}`;
  });
  return sql`select id, field, server from (${sql.join(parts, sql` union all `)}) called where server is not null`;
}
