import { z } from 'zod';
import { previewQuery } from '../changes/previewQuery.ts';
import { accountRoles } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { fieldChangeSchema, problemAnswerSchema, problemSchema } from '../entities/rowSchema.ts';
import { defineRoute, ok, refuse, type Route } from '../route.ts';
import { attachmentHeader } from '../savedReports/attachmentHeader.ts';
import { textOfUpload } from '../upload.ts';
import { applyDocument } from './applyDocument.ts';
import { readAccount } from './readAccount.ts';
import { mostMembersWritten, writeDocument } from './writeDocument.ts';

/** Longest document. */
const limitBytes = 10 * 1024 * 1024;

const querySchema = previewQuery('What the plan answered: when the account has changed since, nothing is done (409)');

const answerSchema = z.object({
  batch: z.int().nullable(),
  seen: z.string(),
  changes: z.array(
    z.object({
      place: z.string(),
      entity: z.string(),
      action: z.enum(['create', 'update', 'archive', 'remove']),
      id: z.int().nullable(),
      name: z.string(),
      fields: z.array(fieldChangeSchema),
    }),
  ),
  problems: z.array(problemSchema.extend({ line: z.int().nullable() })),
});

const refusalSchema = problemAnswerSchema.extend({
  problems: z.array(problemSchema.extend({ line: z.int().nullable().optional().describe('Of the document, from 1') })),
});

/** Configuration as code: everything of an account as one document, and the way back with its plan first. */
export function configRoutes(deps: ApiDeps): Route[] {
  const { entities, lists, pulse } = deps;
  return [
    defineRoute({
      method: 'GET',
      path: '/api/config.yaml',
      summary: 'Everything of the account as one YAML document',
      chapter: 'Configuration as code',
      access: { roles: accountRoles },
      answers: { 200: { description: 'The document', contentType: 'application/yaml', schema: z.string() } },
      async handler({ user }) {
        const account = await readAccount(entities, user);
        const name = user.accountName ?? '';
        return {
          status: 200,
          stream: writeDocument(name, account, async (list) => {
            const { members } = await lists.page(list, { page: 1, size: mostMembersWritten });
            return members;
          }),
          headers: {
            'content-type': 'application/yaml; charset=utf-8',
            'content-disposition': attachmentHeader(name, 'yaml'),
          },
        };
      },
    }),
    defineRoute({
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
      async handler({ upload, query, user, author }) {
        const outcome = await applyDocument(deps, await textOfUpload(upload), { ...query, user, author });
        pulse.nudge();
        if (outcome.type === 'unreadable') return refuse(422, outcome.faults);
        if (outcome.type === 'changedSince') return refuse(409, outcome.faults);
        const { answer } = outcome;
        return !query.isDryRun && answer.problems.length > 0 ? refuse(422, answer.problems) : ok(answer);
      },
    }),
  ];
}
