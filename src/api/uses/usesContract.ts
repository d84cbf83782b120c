import { z } from 'zod';
import type { Entity, EntityName } from '#model/index.ts';
import { idParam } from '../addressValues.ts';
import { entityNameSchema, namedSchema, statusSchema } from '../responseValues.ts';
import { entityPath } from '../entities/entityPath.ts';
import type { Contract } from '../routeDeclaration.ts';

/** Maximum rows named per use. */
export const maxNamed = 100;

const usesSchema = z.array(
  z.object({
    entity: entityNameSchema,
    field: z.string(),
    label: z.string().describe('Label of the field'),
    total: z.int().min(0),
    rows: z.array(namedSchema.extend({ status: statusSchema })),
  }),
);

/** The objects that use a row, by the field that references it. */
export type UsesResponse = z.output<typeof usesSchema>;

/** The uses of a row, for entities that objects can have several of. */
export function usesContract(entity: Entity) {
  return {
    list: {
      method: 'GET',
      path: entityPath(entity, '/api/{entity}/{id}/uses'),
      summary: `List the objects that use one ${entity.label.toLowerCase()}`,
      chapter: entity.pluralLabel,
      access: { entity: entity.name as EntityName, action: 'read' },
      params: idParam,
      responses: {
        200: { description: `By field, at most ${maxNamed} each, without archived objects`, schema: usesSchema },
      },
      rejects: [404],
    },
  } as const satisfies Contract;
}
