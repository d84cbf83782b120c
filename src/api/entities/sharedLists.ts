import { z } from 'zod';
import type { EntityName } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { scopeOf } from './scopeOf.ts';

/** The shared lists: the path, whose rows they name, and whether uid, status and archived rows are told. */
const lists: readonly { path: string; entity: EntityName; isIndexed: boolean }[] = [
  { path: '/api/demands/list', entity: 'demand', isIndexed: false },
  { path: '/api/demand/advs/list', entity: 'advertiser', isIndexed: false },
  { path: '/api/demand/subs/list', entity: 'subpublisher', isIndexed: false },
  { path: '/api/demand/tags/list', entity: 'tag', isIndexed: true },
  { path: '/api/demand/tagnames/list', entity: 'tag', isIndexed: false },
  { path: '/api/demand/channels/list', entity: 'channel', isIndexed: true },
  { path: '/api/demand/channelNames/list', entity: 'channel', isIndexed: false },
];

const named = z.object({ id: z.int(), name: z.string() });
const indexed = named.extend({ uid: z.string(), status: z.int().min(0).max(2) });

/** The lists of names for pickers and reports. Archived rows are in the indexed ones alone, where their status tells. */
export function sharedListRoutes({ entities }: ApiDeps): Route[] {
  return lists.map(({ path, entity, isIndexed }) =>
    defineRoute({
      method: 'GET',
      path,
      summary: `Names for ${path}`,
      chapter: 'Shared lists',
      access: { entity, action: 'read' },
      answers: { 200: { description: 'All names', schema: z.array(isIndexed ? indexed : named) } },
      async handler({ user }) {
        const rows = await entities.listNames(entity, { scope: scopeOf(user), isArchivedShown: isIndexed });
        return ok(isIndexed ? rows : rows.map(({ id, name }) => ({ id, name })));
      },
    }),
  );
}
