import { z } from 'zod';
import { bulkEditSchema, type Entity } from '#model/index.ts';
import { choiceShape, isOneChoice, noOneChoice, statusInBody } from './choice.ts';

/** Reads the body of POST /api/{path}/bulk. */
export function bulkSchema(entity: Entity) {
  return z
    .strictObject({
      ...choiceShape(entity),
      status: statusInBody.optional(),
      edits: z.array(bulkEditSchema).min(1, 'At least one').max(50, 'At most 50').optional(),
      isDryRun: z.boolean('Must be true or false').optional(),
      seen: z.string('Must be text').max(100, 'At most 100 characters').optional(),
    })
    .refine(isOneChoice, noOneChoice)
    .refine((body) => body.status !== undefined || body.edits !== undefined, {
      message: 'Give a status or edits',
      path: ['status'],
    });
}

/** Body of POST /api/{path}/bulk, read. */
export type ReadBulk = z.output<ReturnType<typeof bulkSchema>>;
