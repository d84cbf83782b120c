import { z } from 'zod';
import { entities, type EntityName } from '#model/index.ts';

export const entityNameSchema = z.enum(Object.keys(entities) as EntityName[]);

/** The status of a row: 0 paused, 1 active, 2 archived. */
export const statusSchema = z.literal([0, 1, 2]);

/** An object's id and name. */
export const namedSchema = z.object({ id: z.int(), name: z.string() });

/** One field of a change. */
export const fieldChangeSchema = z.object({
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
  isSecret: z.boolean().optional().describe('Whether the values are secret and therefore null'),
});
