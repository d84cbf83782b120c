import { z } from 'zod';
import { maxId } from '#model/index.ts';
import { mostWhatIfDays, type WhatIfEntity, whatIfFields, whatIfLosses } from '#model/whatIf.ts';
import type { Contract } from '../routeDeclaration.ts';
import { shapeOf } from '../shapeOf.ts';
import { knownBySchema } from '../why/whyContract.ts';
import { whatIfFigures } from './whatIfFigures.ts';

/** Changes that are tried together. */
const mostChanges = 50;

const id = z.int('Must be an id').positive('Must be an id').max(maxId, 'Must be an id');
const names = Object.keys(whatIfFields) as WhatIfEntity[];

const whatIfBody = z.strictObject({
  channelId: id,
  days: z
    .int('Must be a number of days')
    .min(1, 'At least 1')
    .max(mostWhatIfDays, `At most ${mostWhatIfDays}`)
    .default(mostWhatIfDays)
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
    .max(mostChanges, `At most ${mostChanges}`),
});

/** Body of POST /api/demand/whatif. */
export type WhatIfRequest = z.input<typeof whatIfBody>;

const count = z.object({ traces: z.int(), requests: z.int() });

const difference = z.object({
  before: z.string(),
  after: z.string(),
  difference: z.string(),
  margin: z.string().describe('In 95 of 100 cases the difference is within ± this, as far as the sample decides it'),
});

/**
 * A figure as it was and as it would have been, in decimals. The difference lies within ± margin in 95 of 100 cases, as
 * far as the sample decides it.
 */
export type WhatIfDifference = z.output<typeof difference>;

const tagSchema = z.object({
  tag: knownBySchema,
  opps: difference,
  rev: difference,
  estimated: z.int().describe('Requests for which an answer to another one stands in'),
  unknown: z.int().describe('Requests that would ask it, and to which no answer is known'),
});

/** What one tag gains or loses: ads that it sells, and what they earn. */
export type WhatIfTag = z.output<typeof tagSchema>;

const note = z.object({ code: z.string(), text: z.string() });

/** What the answer cannot know. */
export type WhatIfNote = z.output<typeof note>;

const whatIfSchema = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  kept: z.int().describe('Traces of the period'),
  taken: z.int().describe('Those of them that were taken'),
  replayed: count,
  changed: count.describe('Those that would have been decided another way'),
  leftOut: z.array(count.extend({ reason: z.enum(whatIfLosses), text: z.string() })),
  isTooFew: z.boolean().describe('There are too few traces to say anything'),
  isAtLeast: z.boolean().describe('What is told for after the change is the least that it would be'),
  figures: z.object(shapeOf(whatIfFigures, difference)),
  tags: z.array(tagSchema).describe('The largest change of revenue first'),
  notes: z.array(note).describe('What the answer cannot know'),
});

/** Answer of POST /api/demand/whatif. */
export type WhatIfAnswer = z.output<typeof whatIfSchema>;

/** What a change would have done to the requests of the last days. */
export const whatIfContract = {
  replay: {
    method: 'POST',
    path: '/api/demand/whatif',
    summary: 'Tell what changes of a channel and its tags would have done to the requests of the last days',
    chapter: 'What if',
    access: { entity: 'channel', action: 'read' },
    body: whatIfBody,
    answers: { 200: { description: 'Before, after and the difference; nothing is changed', schema: whatIfSchema } },
    refuses: [403, 404, 409, 422],
  },
} as const satisfies Contract;
