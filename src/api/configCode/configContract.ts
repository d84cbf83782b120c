import { z } from 'zod';
import { accountRoles } from '#model/index.ts';
import { entityNameSchema, fieldChangeSchema } from '../answerValues.ts';
import { batchSchema } from '../changes/changeContract.ts';
import { previewQuery } from '../changes/previewQuery.ts';
import { problemAnswerSchema, problemSchema } from '../problem.ts';
import type { Contract } from '../routeDeclaration.ts';

/** Longest document. */
const limitBytes = 10 * 1024 * 1024;

const querySchema = previewQuery('What the plan answered: when the account has changed since, nothing is done (409)');

const answerSchema = z.object({
  batch: batchSchema,
  seen: z
    .string()
    .describe('Names the account as it was read: give it back with the same document to apply exactly this'),
  changes: z.array(
    z.object({
      place: z.string().describe('Where the document has it: `tags.3`; the part alone for what its list leaves out'),
      entity: entityNameSchema,
      action: z.enum(['create', 'update', 'archive', 'remove']),
      id: z.int().nullable(),
      name: z.string(),
      fields: z.array(fieldChangeSchema).describe('In the words of the document; long values are cut'),
    }),
  ),
  problems: z.array(problemSchema.extend({ line: z.int().nullable().describe('Of the document, from 1') })),
});

/** Answer of POST /api/config: what a document changes, or would change. */
export type ConfigAnswer = z.output<typeof answerSchema>;

const refusalSchema = problemAnswerSchema.extend({
  problems: z.array(problemSchema.extend({ line: z.int().nullable().optional().describe('Of the document, from 1') })),
});

/** Configuration as code: everything of an account as one document. */
export const configContract = {
  read: {
    method: 'GET',
    path: '/api/config.yaml',
    summary: 'Everything of the account as one YAML document',
    chapter: 'Configuration as code',
    access: { roles: accountRoles },
    answers: { 200: { description: 'The document', contentType: 'application/yaml', schema: z.string() } },
  },
  apply: {
    method: 'POST',
    path: '/api/config',
    summary: 'Make the account as a YAML document says; first as a plan',
    chapter: 'Configuration as code',
    access: { roles: accountRoles },
    query: querySchema,
    streamBody: { contentTypes: ['application/yaml'], limitBytes },
    answers: {
      200: { description: 'What changes, place by place', schema: answerSchema },
      422: { description: 'The document cannot be read or followed; every fault is named', schema: refusalSchema },
    },
    refuses: [409],
  },
} as const satisfies Contract;
