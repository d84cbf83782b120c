import { z } from 'zod';
import { accountRoles, type EntityName, maxId } from '#model/index.ts';
import { entityNameSchema, fieldChangeSchema } from '../answerValues.ts';
import { problemSchema } from '../problem.ts';
import type { Contract } from '../routeDeclaration.ts';
import { setEntities } from './setEntities.ts';

/** Most changes of one set. */
export const mostChanges = 10_000;

const inSets = setEntities.map(({ name }) => name as EntityName);

const id = z.int('Must be an id').positive('Must be an id').max(maxId, 'Must be an id');

const changeSchema = z
  .strictObject({
    entity: z.enum(inSets, `One of: ${inSets.join(', ')}`),
    action: z.enum(['create', 'update', 'remove'], 'One of: create, update, remove'),
    id: id.optional(),
    version: z
      .int('Must be a version')
      .positive('Must be a version')
      .optional()
      .describe('The version that the change builds on; another one refuses it'),
    ref: z
      .string('Must be text')
      .regex(/^[\w.-]{1,64}$/, 'Letters, digits, "_", "." and "-"')
      .optional()
      .describe('Names a new row for the rest of the set: later references may be @ref'),
    values: z.record(z.string(), z.unknown(), 'Must be an object').optional(),
  })
  .refine((change) => (change.action === 'create') === (change.id === undefined), {
    message: 'A change and a removal need an id, and a new row has none',
    path: ['id'],
  });

/** One change of a change set. */
export type RowChange = z.input<typeof changeSchema>;

const setSchema = z.strictObject({
  changes: z.array(changeSchema, 'Must be a list').min(1, 'At least one').max(mostChanges, 'At most 10,000'),
  isDryRun: z.boolean('Must be true or false').optional().describe('Whether to answer only what would change'),
  isPartial: z
    .boolean('Must be true or false')
    .optional()
    .describe('Whether good rows are changed although others are refused; else all or nothing'),
});

const resultSchema = z.object({
  index: z.int().describe('Its place in the set, from 0'),
  entity: entityNameSchema,
  id: z.int().nullable().describe('The row; null for one that was not made'),
  name: z.string(),
  fields: z.array(fieldChangeSchema),
  problems: z.array(problemSchema),
});

/** The number of a change set; null when nothing was changed. */
export const batchSchema = z
  .int()
  .nullable()
  .describe('The change set, by which all of it can be reverted; null when nothing was changed');

const answerSchema = z.object({ batch: batchSchema, results: z.array(resultSchema) });

/** Answer of POST /api/changes and of POST /api/changes/{batch}/undo. */
export type ChangeSetAnswer = z.output<typeof answerSchema>;

const batchParam = z.object({
  batch: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'Must be the number of a change set')
    .transform(Number),
});

const access = { roles: [...accountRoles, 'super', 'admin', 'sdk'] } as const;

/** Changes of many rows that are made, and reverted, together. */
export const changeContract = {
  apply: {
    method: 'POST',
    path: '/api/changes',
    summary: 'Make changes of many rows together',
    chapter: 'Change sets',
    access,
    body: setSchema,
    limitBytes: 32 * 1024 * 1024,
    answers: { 200: { description: 'What came of each change', schema: answerSchema } },
    refuses: [403, 409, 422],
  },
  undo: {
    method: 'POST',
    path: '/api/changes/{batch}/undo',
    summary: 'Take a change set back',
    chapter: 'Change sets',
    access,
    params: batchParam,
    answers: { 200: { description: 'What came of each row', schema: answerSchema } },
    refuses: [403, 404, 409, 422],
  },
} as const satisfies Contract;
