import { z } from 'zod';
import { accountRoles } from '#model/index.ts';
import { entityNameSchema, fieldChangeSchema } from '../responseValues.ts';
import { changeSetIdSchema } from '../changes/changeContract.ts';
import { formerDigestSchema, formerPreview, previewQuery } from '../changes/previewQuery.ts';
import { problemResponseSchema, problemSchema } from '../problem.ts';
import type { Contract } from '../routeDeclaration.ts';

/** Maximum size of a document. */
const limitBytes = 10 * 1024 * 1024;

const querySchema = previewQuery(
  'The `previewDigest` of the plan. If the account has changed since, nothing is applied (409).',
);

const responseSchema = z.object({
  batch: changeSetIdSchema,
  previewDigest: z
    .string()
    .describe('State of the account when it was read. Send it with the same document to apply exactly this plan.'),
  seen: formerDigestSchema,
  changes: z.array(
    z.object({
      place: z
        .string()
        .describe('Path in the document, such as `tags.3`; only the section for objects that the document omits'),
      entity: entityNameSchema,
      action: z.enum(['create', 'update', 'archive', 'remove']),
      id: z.int().nullable(),
      name: z.string(),
      fields: z.array(fieldChangeSchema).describe('As written in the document; long values are truncated'),
    }),
  ),
  problems: z.array(problemSchema.extend({ line: z.int().nullable().describe('Line of the document, from 1') })),
});

/** Response of POST /api/config: the changes that a document makes, or would make. */
export type ConfigResponse = z.output<typeof responseSchema>;

const rejectionSchema = problemResponseSchema.extend({
  problems: z.array(
    problemSchema.extend({ line: z.int().nullable().optional().describe('Line of the document, from 1') }),
  ),
});

/** Configuration as code: all objects of an account as one document. */
export const configContract = {
  read: {
    method: 'GET',
    path: '/api/config.yaml',
    summary: 'Export the account as one YAML document',
    chapter: 'Configuration as code',
    access: { roles: accountRoles },
    confirmation: { of: 'all' },
    recordedAs: 'configExported',
    responses: { 200: { description: 'The document', contentType: 'application/yaml', schema: z.string() } },
  },
  apply: {
    method: 'POST',
    path: '/api/config',
    summary: 'Plan or apply a YAML document',
    chapter: 'Configuration as code',
    access: { roles: accountRoles },
    query: querySchema,
    ...formerPreview,
    streamBody: { contentTypes: ['application/yaml'], limitBytes },
    responses: {
      200: { description: 'The changes, object by object', schema: responseSchema },
      422: { description: 'The document is invalid; lists every error', schema: rejectionSchema },
    },
    rejects: [409],
  },
} as const satisfies Contract;
