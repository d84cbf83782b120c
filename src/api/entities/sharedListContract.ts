import { z } from 'zod';
import { entities, type EntityName } from '#model/index.ts';
import { namedSchema, statusSchema } from '../responseValues.ts';
import type { RouteDeclaration } from '../routeDeclaration.ts';

/** A shared list: its path, and the entity whose rows it lists. */
export interface SharedList {
  path: string;
  entity: EntityName;
  /** Whether items have uid and status, and archived rows are included. */
  isIndexed?: true;
  /** The field with the number of a list's members. */
  count?: 'creCount' | 'pubCount';
}

export const sharedLists = [
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
  { path: '/api/demand/roles/list', entity: 'role' },
] as const satisfies readonly SharedList[];

const itemSchema = namedSchema.extend({
  uid: z.string().optional(),
  status: statusSchema.optional(),
  creCount: z.int().optional(),
  pubCount: z.int().optional(),
});

/**
 * An item of the shared lists; with uid for tags and channels, status for these and creatives, and the number of
 * members for lists of creatives and publishers.
 */
export type NamedItem = z.output<typeof itemSchema>;

const indexed = namedSchema.extend({ uid: z.string().optional(), status: statusSchema });

/** The names of rows for pickers and reports. Archived rows are only in the indexed lists, where their status shows. */
export function sharedListRoute<const Path extends string>({
  path,
  entity,
  isIndexed,
  count,
}: SharedList & { path: Path }) {
  const item = isIndexed ? indexed : count ? namedSchema.extend({ [count]: z.int() }) : namedSchema;
  return {
    method: 'GET',
    path,
    summary: `List the names for ${path}`,
    chapter: entities[entity].pluralLabel,
    access: isIndexed ? { entity, action: 'read' } : { namesOf: entity },
    responses: { 200: { description: 'All names', schema: z.array(item) as z.ZodType<NamedItem[]> } },
  } as const satisfies RouteDeclaration;
}
