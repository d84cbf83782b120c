import { z } from 'zod';
import type { Entity, EntityName } from '#model/index.ts';
import { entityNameSchema, namedSchema } from '../../responseValues.ts';
import { changeSetIdSchema } from '../../changes/changeContract.ts';
import { formerDigestSchema, formerPreview } from '../../changes/previewQuery.ts';
import { problemSchema } from '../../problem.ts';
import type { Contract } from '../../routeDeclaration.ts';
import { previewDigestSchema } from '../bulk/bulkContract.ts';
import { selectionShape, hasOneSelection, selectionFault } from '../bulk/selectionShape.ts';
import { entityPath } from '../entityPath.ts';

const line = z.string('Must be text').max(255, 'At most 255 characters');

function cloneSchema(entity: Entity) {
  return z
    .strictObject({
      ...selectionShape(entity),
      copies: z
        .int('Must be a whole number')
        .min(1, 'At least 1')
        .max(20, 'At most 20')
        .default(1)
        .describe('Copies per row. Default: 1.'),
      pattern: line
        .trim()
        .min(1, 'Required')
        .default('{name} copy')
        .describe('Names of the copies: {name} = the original’s name, {n} = the number of the copy'),
      find: line.default('').describe('Text to replace in the original’s name'),
      replacement: line.default(''),
      status: z
        .enum(['paused', 'same'], 'One of: paused, same')
        .default('paused')
        .describe('Status of the copies: paused, or the same as the original. Default: paused.'),
      hasChildren: z
        .boolean('Must be true or false')
        .default(false)
        .describe('Whether to copy what belongs to the rows too: an advertiser’s tags, a channel’s waterfall'),
      isDryRun: z.boolean('Must be true or false').default(false),
      previewDigest: z.string('Must be text').max(100, 'At most 100 characters').optional(),
    })
    .refine(hasOneSelection, selectionFault);
}

/** Body of POST /api/{path}/clone: the rows to copy, with or without their children. */
export type CloneRequest = z.input<ReturnType<typeof cloneSchema>>;

const responseSchema = z.object({
  batch: changeSetIdSchema,
  previewDigest: previewDigestSchema,
  seen: formerDigestSchema,
  results: z.array(
    z.object({
      entity: entityNameSchema,
      id: z.int().nullable().describe('Null in a dry run'),
      name: z.string(),
      of: namedSchema,
      problems: z.array(problemSchema),
    }),
  ),
});

/** Response of POST /api/{path}/clone: all new rows, in the order of their creation. */
export type CloneResponse = z.output<typeof responseSchema>;

/** Copies of rows with their children. */
export function cloneContract(entity: Entity) {
  return {
    clone: {
      method: 'POST',
      path: entityPath(entity, '/api/{entity}/clone'),
      summary: `Copy ${entity.pluralLabel.toLowerCase()} with what belongs to them`,
      chapter: entity.pluralLabel,
      access: { entity: entity.name as EntityName, action: 'create' },
      body: cloneSchema(entity),
      ...formerPreview,
      responses: {
        200: { description: 'The copies; with isDryRun, the copies that would be created', schema: responseSchema },
      },
      rejects: [403, 409, 422],
    },
  } as const satisfies Contract;
}
