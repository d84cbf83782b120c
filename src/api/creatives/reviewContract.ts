import { z } from 'zod';
import { textSchema } from '#model/field/textSchema.ts';
import { creative, reviewRoles, reviewStates } from '#model/index.ts';
import { idParam } from '../addressValues.ts';
import { formerPreview } from '../changes/previewQuery.ts';
import { bulkResponseSchema } from '../entities/bulk/bulkContract.ts';
import { selectionShape, hasOneSelection, selectionFault } from '../entities/bulk/selectionShape.ts';
import { rowSchema } from '../entities/rowSchema.ts';
import type { Contract } from '../routeDeclaration.ts';

const states = reviewStates.map(({ value }) => value);

/** The decision of a creative's review. */
export type Verdict = { review: (typeof states)[number]; note: string };

const verdict = {
  review: z.enum(states, `One of: ${states.join(', ')}`),
  note: textSchema('Must be text')
    .trim()
    .max(1000, 'At most 1000 characters')
    .default('')
    .describe('What must be fixed; required for a rejection'),
};

const hasReason = ({ review, note }: Verdict) => review !== 'rejected' || note !== '';

const noReason = { message: 'Enter what must be fixed', path: ['note'] };

const access = { roles: reviewRoles, isOfDsp: true } as const;

/** The review of creatives: single ones, and many at once. */
export const reviewContract = {
  review: {
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
          .describe('The reviewed version. If the creative has another version, nothing is changed (409)'),
      })
      .refine(hasReason, noReason),
    responses: { 200: { description: 'The updated creative', schema: rowSchema(creative) } },
    rejects: [404, 409, 422],
  },
  reviewMany: {
    method: 'POST',
    path: '/api/demand/creatives/review',
    summary: 'Approve or reject many creatives at once',
    chapter: creative.pluralLabel,
    access,
    body: z
      .strictObject({
        ...selectionShape(creative),
        ...verdict,
        isDryRun: z.boolean('Must be true or false').default(false),
        previewDigest: z.string('Must be text').max(100, 'At most 100 characters').optional(),
      })
      .refine(hasOneSelection, selectionFault)
      .refine(hasReason, noReason),
    ...formerPreview,
    responses: { 200: { description: 'The result for each creative', schema: bulkResponseSchema } },
    rejects: [409],
  },
} as const satisfies Contract;
