import { z } from 'zod';
import { reviewFaults, type ReviewedCreative } from '#model/buying/reviewFaults.ts';
import { creative, type Fault, reviewRoles, reviewStates } from '#model/index.ts';
import type { PlannedChange } from '#storage/entities/applyChanges.ts';
import { digestOf } from '../changes/digestOf.ts';
import { judgeFor } from '../changes/judgeChange.ts';
import type { BulkAnswer } from '../changeContract.ts';
import type { ApiDeps } from '../deps.ts';
import { chooseBy, choiceShape, isOneChoice, noOneChoice } from '../entities/bulk/choice.ts';
import { figuresAway, searchBy } from '../entities/findRows.ts';
import { openFigures } from '../entities/listMetrics/figures.ts';
import { idParam } from '../entities/listQuery.ts';
import { bulkAnswerSchema, rowSchema } from '../entities/rowSchema.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { defineRoute, notFound, ok, refuse, type Route } from '../route.ts';

const states = reviewStates.map(({ value }) => value);

const verdict = {
  review: z.enum(states, `One of: ${states.join(', ')}`),
  note: z
    .string('Must be text')
    .trim()
    .max(1000, 'At most 1000 characters')
    .refine((text) => !text.includes('\u0000'), 'Must not contain a null character')
    .default('')
    .describe('What is to be mended; a rejection must say'),
};

type Verdict = { review: (typeof states)[number]; note: string };

const hasReason = ({ review, note }: Verdict) => review !== 'rejected' || note !== '';
const noReason = { message: 'Say why, for whoever is to mend it', path: ['note'] };

/** The review of creatives: one by one, and many at once. Only approved creatives are shown. */
export function reviewRoutes(deps: ApiDeps): Route[] {
  const { entities, pulse } = deps;
  const read = openFigures(deps);
  const access = { roles: reviewRoles };
  return [
    defineRoute({
      method: 'POST',
      path: '/api/demand/creatives/{id}/review',
      summary: 'Approve or reject one creative',
      chapter: creative.pluralLabel,
      access,
      params: idParam,
      body: z
        .strictObject({
          ...verdict,
          version: z
            .int('Must be a version')
            .positive('Must be a version')
            .optional()
            .describe('The version that was looked at; when the creative has another one, nothing is changed (409)'),
        })
        .refine(hasReason, noReason),
      answers: { 200: { description: 'The creative as it now is', schema: rowSchema(creative) } },
      refuses: [404, 409, 422],
      async handler({ params, body, user, author }) {
        const { version } = body;
        const { given, refuse: refuseRow } = changeBy(body);
        const outcome = await entities.update('creative', params.id, {}, scopeOf(user), {
          author,
          version,
          given,
          refuse: refuseRow,
        });
        pulse.nudge();
        if (outcome.type === 'done') return ok(outcome.row);
        if (outcome.type === 'missing') return notFound();
        return refuse(outcome.faults.some(({ code }) => code === 'changed_since') ? 409 : 422, outcome.faults);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/demand/creatives/review',
      summary: 'Approve or reject many creatives at once',
      chapter: creative.pluralLabel,
      access,
      body: z
        .strictObject({
          ...choiceShape(creative),
          ...verdict,
          isDryRun: z.boolean('Must be true or false').default(false),
          seen: z.string('Must be text').max(100, 'At most 100 characters').optional(),
        })
        .refine(isOneChoice, noOneChoice)
        .refine(hasReason, noReason),
      answers: { 200: { description: 'What came of each creative', schema: bulkAnswerSchema } },
      refuses: [409],
      async handler({ body, user, author }) {
        const { isDryRun } = body;
        const rows = await chooseBy(searchBy(deps, read, user), 'creative', body);
        if (!rows) return figuresAway;
        const seen = digestOf(rows);
        if (body.seen !== undefined && body.seen !== seen) {
          const message = 'The rows have changed since the preview; look again';
          return refuse(409, [{ code: 'changed_since', message, path: 'seen' }]);
        }
        const { results } = await deps.changeSets.apply(
          rows.map(({ id, version }): PlannedChange => ({
            entity: 'creative',
            action: 'update',
            id,
            version,
            ...changeBy(body),
          })),
          {
            author: { ...author, source: 'bulk' },
            scope: scopeOf(user),
            demandId: user.demandId,
            isDryRun,
            isPartial: true,
            judge: judgeFor(user),
          },
        );
        pulse.nudge();
        const answer: BulkAnswer = {
          changed: results.filter(({ faults }) => faults.length === 0).length,
          // A review is not taken back as a set: what was approved may have been shown since.
          batch: null,
          seen,
          results: results.map(({ id, fields, faults: [problem] }, index) => {
            return { id: id ?? 0, name: rows[index]?.name ?? '', fields, problem: problem ?? null };
          }),
        };
        return ok(answer);
      },
    }),
  ];
}

function changeBy({ review, note }: Verdict) {
  return {
    given: { review, reviewNote: note },
    refuse: (row: object): Fault[] => (review === 'approved' ? reviewFaults(row as ReviewedCreative) : []),
  };
}
