import { z } from 'zod';
import { maxId } from '#model/index.ts';
import {
  maxWhatIfChanges,
  maxWhatIfDays,
  type WhatIfEntity,
  whatIfFields,
  whatIfLosses,
} from '#model/whatif/whatIf.ts';
import type { Contract } from '../routeDeclaration.ts';
import { shapeOf } from '../shapeOf.ts';
import { knownBySchema } from '../why/whyContract.ts';
import { whatIfFigures } from './whatIfFigures.ts';

const id = z.int('Must be an ID').positive('Must be an ID').max(maxId, 'Must be an ID');
const names = Object.keys(whatIfFields) as WhatIfEntity[];

const whatIfBody = z.strictObject({
  channelId: id,
  days: z
    .int('Must be a whole number of days')
    .min(1, 'At least 1')
    .max(maxWhatIfDays, `At most ${maxWhatIfDays}`)
    .default(maxWhatIfDays)
    .describe('Days to look back, today included'),
  changes: z
    .array(
      z.strictObject({
        entity: z.enum(names, `One of: ${names.join(', ')}`),
        id,
        values: z.record(z.string().max(64), z.unknown(), 'Must be an object'),
      }),
      'Must be a list',
    )
    .min(1, 'At least one')
    .max(maxWhatIfChanges, `At most ${maxWhatIfChanges}`),
});

/** Body of POST /api/demand/whatif. */
export type WhatIfRequest = z.input<typeof whatIfBody>;

const count = z.object({ traces: z.int(), requests: z.int() });

const difference = z.object({
  before: z.string(),
  after: z.string(),
  difference: z.string(),
  margin: z.string().describe('95% confidence interval of the difference (±), from sampling'),
});

/**
 * A figure before and after the change, as decimals. The difference is within ± margin with 95% confidence, as far as
 * the sample decides it.
 */
export type WhatIfDifference = z.output<typeof difference>;

const tagSchema = z.object({
  tag: knownBySchema,
  opps: difference,
  rev: difference,
  estimated: z.int().describe('Requests whose response is estimated from other requests'),
  unknown: z.int().describe('Requests that would call the tag, without a known response'),
});

/** A tag's change in sold ads and revenue. */
export type WhatIfTag = z.output<typeof tagSchema>;

const note = z.object({ code: z.string(), text: z.string() });

/** A limitation of the results. */
export type WhatIfNote = z.output<typeof note>;

const whatIfSchema = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  firstAt: z.iso.datetime().nullable().describe('Time of the first trace stored for the period; null = there are none'),
  available: z.int().describe('Traces stored for the period'),
  sampled: z.int().describe('Traces that were replayed'),
  replayed: count,
  changed: count.describe('Requests with a different outcome'),
  excluded: z.array(count.extend({ reason: z.enum(whatIfLosses), text: z.string() })),
  isTooFew: z.boolean().describe('Too few traces for an estimate'),
  isAtLeast: z.boolean().describe('The values after the change are minimum estimates'),
  figures: z.object(shapeOf(whatIfFigures, difference)),
  tags: z.array(tagSchema).describe('Largest change of revenue first'),
  notes: z.array(note).describe('Limitations of the estimate'),
});

/** Response of POST /api/demand/whatif. */
export type WhatIfResponse = z.output<typeof whatIfSchema>;

/** The effect that a change would have had on the requests of the last days. */
export const whatIfContract = {
  replay: {
    method: 'POST',
    path: '/api/demand/whatif',
    isReadOnly: true,
    isAboutMoney: true,
    summary: 'Replay requests of the last days with changes to a channel and its tags',
    chapter: 'What if',
    access: { entity: 'channel', action: 'read' },
    body: whatIfBody,
    responses: {
      200: { description: 'Values before and after, and the difference. Nothing is saved', schema: whatIfSchema },
    },
    rejects: [403, 404, 409, 422],
  },
} as const satisfies Contract;
