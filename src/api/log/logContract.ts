import { z } from 'zod';
import { changeActions, changeSources, logRoles } from '#model/index.ts';
import { fieldChangeSchema, namedSchema } from '../responseValues.ts';
import type { Contract } from '../routeDeclaration.ts';
import { entryParam, logQuerySchema } from './logQuery.ts';

const nullableText = z.string().nullable();

const rowSchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  demandId: z.int().nullable(),
  accountName: nullableText,
  userId: z.int().nullable().describe('Null for the system and for programs'),
  userName: nullableText.describe('“NAME (API key)” or “API token” for programs; null for the system'),
  adminName: nullableText.describe('The admin who acted as the user'),
  approvedByName: nullableText.describe('The second person, who approved it; null = it needed none'),
  action: z.enum(changeActions),
  entity: z.string(),
  rowId: z.int().nullable(),
  name: z
    .string()
    .describe('Name of the object at that time; of a waterfall row: “Tag in Channel”, as they are named now'),
  fields: z.array(fieldChangeSchema),
  ip: z.string().describe('Empty for users of the operator, unless an admin reads it'),
  source: z.enum(changeSources),
  requestId: z.string(),
  revertOf: z.int().nullable().describe('ID of the entry that this one undid'),
  batch: z
    .object({ id: z.int(), count: z.int(), canUndo: z.boolean() })
    .nullable()
    .describe(
      'The change set that the entry belongs to, its number of entries, and whether the caller can undo all of it',
    ),
  canRevert: z.boolean().describe('Whether the caller can undo it'),
  names: z
    .record(z.string(), z.record(z.string(), z.string()))
    .describe('Names of the objects that fields refer to: entity → ID → name'),
});

/** An entry of the log. */
export type LogRow = z.output<typeof rowSchema>;

const pageSchema = z.object({ rows: z.array(rowSchema), total: z.int(), page: z.int(), size: z.int() });

/** The log of users' changes, and reverting an entry. */
export const logContract = {
  list: {
    method: 'GET',
    path: '/api/log',
    summary: 'List the activity log, newest first',
    chapter: 'Log',
    access: { roles: logRoles },
    query: logQuerySchema,
    rejects: [404, 422],
    responses: {
      200: {
        description: 'A page of the log',
        schema: pageSchema,
      },
    },
  },
  listAuthors: {
    method: 'GET',
    path: '/api/log/authors',
    summary: 'List the users in the log',
    chapter: 'Log',
    access: { roles: logRoles },
    rejects: [404],
    responses: {
      200: {
        description: 'All names; ID 0 = programs',
        schema: z.array(namedSchema),
      },
    },
  },
  read: {
    method: 'GET',
    path: '/api/log/{id}',
    summary: 'Get one log entry',
    chapter: 'Log',
    access: { roles: logRoles },
    params: entryParam,
    responses: { 200: { description: 'The entry', schema: rowSchema } },
    rejects: [404],
  },
  revert: {
    method: 'POST',
    path: '/api/log/{id}/revert',
    summary: 'Undo a log entry',
    chapter: 'Log',
    access: { roles: logRoles },
    params: entryParam,
    responses: {
      200: {
        description: 'Undone; the object of the entry',
        schema: z.object({ entity: z.string(), rowId: z.int() }),
      },
    },
    rejects: [403, 404, 409, 422],
  },
} as const satisfies Contract;
