import { z } from 'zod';
import { accountRoles, type EntityName, maxId } from '#model/index.ts';
import { entityNameSchema, fieldChangeSchema } from '../responseValues.ts';
import { problemSchema } from '../problem.ts';
import type { Contract } from '../routeDeclaration.ts';
import { setEntities } from './setEntities.ts';

/** Maximum changes per set. */
export const maxChanges = 10_000;

const inSets = setEntities.map(({ name }) => name as EntityName);

const id = z.int('Must be an ID').positive('Must be an ID').max(maxId, 'Must be an ID');

const changeSchema = z
  .strictObject({
    entity: z.enum(inSets, `One of: ${inSets.join(', ')}`),
    action: z.enum(['create', 'update', 'remove'], 'One of: create, update, remove'),
    id: id.optional(),
    version: z
      .int('Must be a version')
      .positive('Must be a version')
      .optional()
      .describe('Version that the change is based on. The change is rejected if the row has another version.'),
    ref: z
      .string('Must be text')
      .regex(/^[\w.-]{1,64}$/, 'Letters, digits, "_", "." and "-"')
      .optional()
      .describe('Name for the new row, so that later changes of the set can refer to it as @ref'),
    values: z.record(z.string(), z.unknown(), 'Must be an object').optional(),
  })
  .refine((change) => (change.action === 'create') === (change.id === undefined), {
    message: 'An update or removal needs an ID; a new row must not have one',
    path: ['id'],
  });

/** One change of a change set. */
export type RowChange = z.input<typeof changeSchema>;

const setSchema = z.strictObject({
  changes: z.array(changeSchema, 'Must be a list').min(1, 'At least one').max(maxChanges, 'At most 10,000'),
  isDryRun: z
    .boolean('Must be true or false')
    .optional()
    .describe('If true, nothing is saved: the response shows what would change'),
  isPartial: z
    .boolean('Must be true or false')
    .optional()
    .describe('If true, valid rows are saved even if others are rejected. If false, all rows are saved or none.'),
});

const resultSchema = z.object({
  index: z.int().describe('Index of the change in the set, from 0'),
  entity: entityNameSchema,
  id: z.int().nullable().describe('ID of the row; null if it was not created'),
  name: z.string(),
  fields: z.array(fieldChangeSchema),
  problems: z.array(problemSchema),
});

/** The id of a change set; null when nothing changed. */
export const changeSetIdSchema = z
  .int()
  .nullable()
  .describe('ID of the change set, to undo it with; null if nothing was changed');

const responseSchema = z.object({ batch: changeSetIdSchema, results: z.array(resultSchema) });

/** Response of POST /api/changes and of POST /api/changes/{batch}/undo. */
export type ChangeSetResponse = z.output<typeof responseSchema>;

const changeSetParam = z.object({
  batch: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'Must be the number of a change set')
    .transform(Number),
});

const access = { roles: [...accountRoles, 'super', 'admin', 'sdk'] } as const;

/** Changes of many rows that are made, and undone, together. */
export const changeContract = {
  apply: {
    method: 'POST',
    path: '/api/changes',
    summary: 'Change many rows in one request',
    chapter: 'Change sets',
    access,
    body: setSchema,
    limitBytes: 32 * 1024 * 1024,
    responses: { 200: { description: 'Result of each change', schema: responseSchema } },
    rejects: [403, 404, 409, 422],
  },
  undo: {
    method: 'POST',
    path: '/api/changes/{batch}/undo',
    summary: 'Undo a change set',
    chapter: 'Change sets',
    access,
    params: changeSetParam,
    responses: { 200: { description: 'Result for each row', schema: responseSchema } },
    rejects: [403, 404, 409, 422],
  },
} as const satisfies Contract;
