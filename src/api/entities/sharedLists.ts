import { z } from 'zod';
import { canPick, type EntityName, permissions, type Role } from '#model/index.ts';
import type { NamedRow } from '#storage/entities/readRows.ts';
import type { ApiDeps } from '../deps.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { scopeOf } from './scopeOf.ts';

/**
 * The shared lists: the path, whose rows they name, whether uid, status and archived rows are told, and the field that
 * counts the members of a list.
 */
const lists: readonly { path: string; entity: EntityName; isIndexed?: true; count?: 'creCount' | 'pubCount' }[] = [
  { path: '/api/demands/list', entity: 'demand' },
  { path: '/api/demand/applists/list', entity: 'appList' },
  { path: '/api/demand/crelists/list', entity: 'creList', count: 'creCount' },
  { path: '/api/demand/publists/list', entity: 'pubList', count: 'pubCount' },
  { path: '/api/demand/adexchanges/list', entity: 'adexchange' },
  { path: '/api/demand/deals/list', entity: 'deal' },
  { path: '/api/demand/campaigns/list', entity: 'campaign' },
  { path: '/api/demand/advs/list', entity: 'advertiser' },
  { path: '/api/demand/subs/list', entity: 'subpublisher' },
  { path: '/api/demand/sups/list', entity: 'supplier' },
  { path: '/api/demand/channels/list', entity: 'channel', isIndexed: true },
  { path: '/api/demand/channelNames/list', entity: 'channel' },
  { path: '/api/demand/targetings/list', entity: 'targeting' },
  { path: '/api/demand/tags/list', entity: 'tag', isIndexed: true },
  { path: '/api/demand/tagnames/list', entity: 'tag' },
  { path: '/api/demand/creatives/list', entity: 'creative', isIndexed: true },
  { path: '/api/demand/ivts/list', entity: 'ivt' },
];

const roles = Object.keys(permissions) as Role[];

const named = z.object({ id: z.int(), name: z.string() });
const indexed = named.extend({ uid: z.string().optional(), status: z.int().min(0).max(2) });

/** The lists of names for pickers and reports. Archived rows are in the indexed ones alone, where their status tells. */
export function sharedListRoutes({ entities }: ApiDeps): Route[] {
  return lists.map(({ path, entity, isIndexed = false, count }) =>
    defineRoute({
      method: 'GET',
      path,
      summary: `Names for ${path}`,
      chapter: 'Shared lists',
      access: isIndexed ? { entity, action: 'read' } : { roles: roles.filter((role) => canPick(role, entity)) },
      answers: {
        200: {
          description: 'All names',
          schema: z.array(isIndexed ? indexed : count ? named.extend({ [count]: z.int() }) : named),
        },
      },
      async handler({ user }) {
        const rows = await entities.listNames(entity, {
          scope: scopeOf(user),
          isArchivedShown: isIndexed,
          ...(count ? { count } : {}),
        });
        return ok(isIndexed ? rows : rows.map((row) => namedOf(row, count)));
      },
    }),
  );
}

function namedOf(row: NamedRow, count?: 'creCount' | 'pubCount'): NamedRow {
  return { id: row.id, name: row.name, ...(count ? { [count]: row[count] } : {}) };
}
