import { z } from 'zod';
import { fourEyesOf } from '#model/fourEyes/fourEyesAreaOf.ts';
import { bulkEditSchema, type Entity, type EntityName } from '#model/index.ts';
import { fieldChangeSchema } from '../../responseValues.ts';
import { changeSetIdSchema } from '../../changes/changeContract.ts';
import { formerDigestSchema, formerPreview } from '../../changes/previewQuery.ts';
import { problemSchema } from '../../problem.ts';
import type { Contract } from '../../routeDeclaration.ts';
import { entityPath } from '../entityPath.ts';
import { selectionShape, hasOneSelection, selectionFault, statusInBody } from './selectionShape.ts';

function bulkSchema(entity: Entity) {
  return z
    .strictObject({
      ...selectionShape(entity),
      status: statusInBody.optional(),
      edits: z.array(bulkEditSchema).min(1, 'At least one').max(50, 'At most 50').optional(),
      isDryRun: z.boolean('Must be true or false').optional(),
      previewDigest: z.string('Must be text').max(100, 'At most 100 characters').optional(),
    })
    .refine(hasOneSelection, selectionFault)
    .refine((body) => body.status !== undefined || body.edits !== undefined, {
      message: 'Specify status or edits',
      path: ['status'],
    });
}

/** Body of POST /api/{path}/bulk: rows by id, or all that match a filter as in the list's query. */
export type BulkRequest = z.input<ReturnType<typeof bulkSchema>>;

/** The parsed body. */
export type ReadBulk = z.output<ReturnType<typeof bulkSchema>>;

/** The traffic of a preview's rows. */
export const affectedTrafficSchema = z
  .object({ from: z.iso.date(), to: z.iso.date(), reqs: z.int(), imps: z.int(), rev: z.string().optional() })
  .optional()
  .describe('In a preview: traffic of the rows that would change, over the last seven days');

/**
 * The traffic of rows in a range of days, in the user's zone; rev in decimal USD, absent when the user may not see it.
 */
export type AffectedTraffic = NonNullable<z.output<typeof affectedTrafficSchema>>;

/** The digest of a preview's rows. */
export const previewDigestSchema = z
  .string()
  .describe('Fingerprint of the rows as they were read. Send it with the same request to apply exactly this preview.');

const resultSchema = z.object({
  id: z.int(),
  name: z.string(),
  fields: z.array(fieldChangeSchema),
  problem: problemSchema.nullable(),
});

/** The result of each row of a bulk change. */
export const bulkResponseSchema = z.object({
  changed: z.int().describe('Rows that now have the requested values, including those that already had them'),
  batch: changeSetIdSchema,
  previewDigest: previewDigestSchema,
  seen: formerDigestSchema,
  affectedTraffic: affectedTrafficSchema,
  results: z.array(resultSchema),
});

/** Response of POST /api/{path}/bulk: one result per requested row. */
export type BulkResponse = z.output<typeof bulkResponseSchema>;

/** Changes of selected rows, or of all that match a filter, at once: first as a preview, then for good. */
export function bulkContract(entity: Entity) {
  return {
    apply: {
      method: 'POST',
      path: entityPath(entity, '/api/{entity}/bulk'),
      summary: `Update several ${entity.pluralLabel.toLowerCase()} at once`,
      chapter: entity.pluralLabel,
      access: { entity: entity.name as EntityName, action: 'update' },
      ...fourEyesOf(entity.name as EntityName),
      body: bulkSchema(entity),
      ...formerPreview,
      responses: { 200: { description: 'The result of each row', schema: bulkResponseSchema } },
      rejects: [409, 422],
    },
  } as const satisfies Contract;
}
