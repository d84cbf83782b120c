import { z } from 'zod';
import { formerNamesOf } from '#model/field/formerNames.ts';
import type { Entity, EntityName } from '#model/index.ts';
import type { Contract } from '../routeDeclaration.ts';
import { entityPath } from './entityPath.ts';
import { listQuerySchema } from './listQuery.ts';
import { figureParts } from './listResponse.ts';
import { figures } from './rowParts.ts';

const groupSchema = z.object({
  value: z.string().describe('ID of the partner; empty for rows without one'),
  label: z.string(),
  values: z.array(z.string()).describe('Values of the filter `partner` that select the rows of the group'),
  count: z.int(),
  ...figures.shape,
});

/** The rows of a list with one partner: their number and their figures together. */
export type RowGroup = z.output<typeof groupSchema>;

const groupsSchema = z.object({
  groups: z.array(groupSchema),
  total: z.int().describe('Number of matching rows of all groups'),
  ...figureParts.shape,
});

/** The groups of a list, and the figures of all of them together. */
export type GroupsResponse = z.output<typeof groupsSchema>;

/** The groups of a list by partner; for entities whose rows have one. */
export function groupContract<E extends Entity>(entity: E) {
  return {
    groups: {
      method: 'GET',
      path: entityPath(entity, '/api/{entity}/groups'),
      summary: `Group ${entity.pluralLabel.toLowerCase()} by partner`,
      chapter: entity.pluralLabel,
      access: { entity: entity.name as EntityName, action: 'read' },
      query: listQuerySchema(entity),
      formerNames: formerNamesOf(entity.fields),
      responses: {
        200: {
          description:
            'The partners of all matching rows, by name, those without a partner last. A Prebid variant counts as its company.',
          schema: groupsSchema,
        },
      },
    },
  } as const satisfies Contract;
}
