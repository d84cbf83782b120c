import { z } from 'zod';
import { textSchema } from '#model/field/textSchema.ts';
import { entityList, type EntityName } from '#model/index.ts';
import { statusSchema } from '../responseValues.ts';
import type { Contract } from '../routeDeclaration.ts';

/** The entities with a name to search for. */
export const searchable = entityList.filter((entity) => 'name' in entity.fields);

const names = searchable.map((entity) => entity.name as EntityName);

const querySchema = z.object({
  q: textSchema('Required').trim().min(1, 'Required').max(200, 'At most 200 characters'),
  entities: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names, `Each one of: ${names.join(', ')}`)))
    .optional(),
});

const hitSchema = z.object({
  entity: z.enum(names),
  id: z.int(),
  name: z.string(),
  uid: z.string().optional(),
  status: statusSchema.optional(),
});

export type SearchHit = z.output<typeof hitSchema>;

/** Search for objects of every entity. */
export const searchContract = {
  find: {
    method: 'GET',
    path: '/api/search',
    summary: 'Search all object types by name, ID, UID, deal ID or login',
    chapter: 'Search',
    access: 'session',
    query: querySchema,
    responses: { 200: { description: 'At most 8 per entity and 40 in total', schema: z.array(hitSchema) } },
  },
} as const satisfies Contract;
