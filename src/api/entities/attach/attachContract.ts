import { z } from 'zod';
import { type Entity, waterfallRow } from '#model/index.ts';
import { namedSchema } from '../../responseValues.ts';
import { changeSetIdSchema } from '../../changes/changeContract.ts';
import { formerDigestSchema, formerPreview } from '../../changes/previewQuery.ts';
import { problemSchema } from '../../problem.ts';
import type { Contract } from '../../routeDeclaration.ts';
import { previewDigestSchema, affectedTrafficSchema } from '../bulk/bulkContract.ts';
import { selectionShape, idInBody, hasOneSelection, selectionFault } from '../bulk/selectionShape.ts';
import { entityPath } from '../entityPath.ts';

const { tier, weight } = waterfallRow.fields;

function attachSchema(entity: Entity) {
  return z
    .strictObject({
      ...selectionShape(entity),
      to: z
        .array(idInBody, 'Must be a list of IDs')
        .min(1, 'At least one')
        .max(1000, 'At most 1,000')
        .describe('IDs to attach or detach: of channels for tags, of tags for channels'),
      action: z.enum(['attach', 'detach'], 'One of: attach, detach'),
      tier: tier.schema().default(1).describe('Tier of new waterfall rows. Default: 1.'),
      weight: weight.schema().default(50).describe('Weight of new waterfall rows. Default: 50.'),
      isDryRun: z.boolean('Must be true or false').default(false),
      previewDigest: z.string('Must be text').max(100, 'At most 100 characters').optional(),
    })
    .refine(hasOneSelection, selectionFault);
}

/** Body of POST /api/{path}/attach: attaches selected rows to others, or detaches them. */
export type AttachRequest = z.input<ReturnType<typeof attachSchema>>;

const responseSchema = z.object({
  batch: changeSetIdSchema,
  previewDigest: previewDigestSchema,
  seen: formerDigestSchema,
  affectedTraffic: affectedTrafficSchema,
  results: z.array(
    z.object({
      tag: namedSchema,
      channel: namedSchema,
      change: z.enum(['attached', 'detached', 'same']).describe('same = there was nothing to change'),
      problems: z.array(problemSchema),
    }),
  ),
});

/** Response of POST /api/{path}/attach: one result per pair. */
export type AttachResponse = z.output<typeof responseSchema>;

/** Attaching tags to channels, or detaching them, from either side. */
export function attachContract(chosen: Entity, other: Entity) {
  return {
    attach: {
      method: 'POST',
      path: entityPath(chosen, '/api/{entity}/attach'),
      summary: `Attach ${chosen.pluralLabel.toLowerCase()} to ${other.pluralLabel.toLowerCase()}, or detach them`,
      chapter: chosen.pluralLabel,
      access: { entity: 'waterfallRow', action: 'create' },
      body: attachSchema(chosen),
      ...formerPreview,
      responses: { 200: { description: 'The result of each pair', schema: responseSchema } },
      rejects: [409, 422],
    },
  } as const satisfies Contract;
}
