import { z } from 'zod';
import { changeActions, changeSources, logRoles } from '#model/index.ts';
import { fieldChangeSchema, namedSchema } from '../answerValues.ts';
import type { Contract } from '../routeDeclaration.ts';
import { entryParam, logQuerySchema } from './logQuery.ts';

const nullableText = z.string().nullable();

const rowSchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  demandId: z.int().nullable(),
  accountName: nullableText,
  userId: z.int().nullable().describe('Null for the product itself, and for programs with an API token'),
  userName: nullableText.describe('“API token” for programs; null for the product itself'),
  adminName: nullableText.describe('The admin who acted as the user'),
  action: z.enum(changeActions),
  entity: z.string(),
  rowId: z.int().nullable(),
  name: z.string().describe('What the object was called then'),
  fields: z.array(fieldChangeSchema),
  ip: z.string().describe('Empty for the operator’s people, unless an admin reads it'),
  source: z.enum(changeSources),
  requestId: z.string(),
  revertOf: z.int().nullable().describe('The entry that this one took back'),
  batch: z
    .object({ id: z.int(), count: z.int(), canUndo: z.boolean() })
    .nullable()
    .describe('The change set that it is part of, its entries, and whether the caller may revert all of it'),
  canRevert: z.boolean().describe('Whether the caller may revert it'),
  names: z
    .record(z.string(), z.record(z.string(), z.string()))
    .describe('Names of the objects that fields refer to: entity → id → name'),
});

/** An entry of the log. */
export type LogRow = z.output<typeof rowSchema>;

const pageSchema = z.object({ rows: z.array(rowSchema), total: z.int(), page: z.int(), size: z.int() });

/** The log of what people did, and the way to revert an entry. */
export const logContract = {
  list: {
    method: 'GET',
    path: '/api/log',
    summary: 'What people did, newest first',
    chapter: 'Log',
    access: { roles: logRoles },
    query: logQuerySchema,
    answers: {
      200: {
        description: 'A page of the log',
        schema: pageSchema,
      },
    },
  },
  listAuthors: {
    method: 'GET',
    path: '/api/log/authors',
    summary: 'Everybody who is in the log',
    chapter: 'Log',
    access: { roles: logRoles },
    answers: {
      200: {
        description: 'All names; id 0 = API tokens',
        schema: z.array(namedSchema),
      },
    },
  },
  read: {
    method: 'GET',
    path: '/api/log/{id}',
    summary: 'One entry of the log',
    chapter: 'Log',
    access: { roles: logRoles },
    params: entryParam,
    answers: { 200: { description: 'The entry', schema: rowSchema } },
    refuses: [404],
  },
  revert: {
    method: 'POST',
    path: '/api/log/{id}/revert',
    summary: 'Take an entry back',
    chapter: 'Log',
    access: { roles: logRoles },
    params: entryParam,
    answers: {
      200: {
        description: 'Done; the object that it was about',
        schema: z.object({ entity: z.string(), rowId: z.int() }),
      },
    },
    refuses: [403, 404, 409, 422],
  },
} as const satisfies Contract;
