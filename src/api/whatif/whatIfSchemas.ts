import { z } from 'zod';
import { maxId } from '#model/index.ts';
import { mostWhatIfDays, whatIfFields, whatIfLosses, type WhatIfEntity } from '#model/whatIf.ts';
import { whatIfFigures } from './whatIfContract.ts';

/** Changes that are tried together. */
const mostChanges = 50;

const id = z.int('Must be an id').positive('Must be an id').max(maxId, 'Must be an id');
const names = Object.keys(whatIfFields) as [WhatIfEntity, ...WhatIfEntity[]];

/** Body of a what-if. */
export const whatIfBody = z.strictObject({
  channelId: id,
  days: z
    .int('Must be a number of days')
    .min(1, 'At least 1')
    .max(mostWhatIfDays, `At most ${mostWhatIfDays}`)
    .default(mostWhatIfDays),
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

const count = z.object({ traces: z.int(), requests: z.int() });
const difference = z.object({
  before: z.string(),
  after: z.string(),
  difference: z.string(),
  margin: z.string().describe('In 95 of 100 cases the difference is within ± this, as far as the sample decides it'),
});

/** Answer of a what-if. */
export const whatIfSchema = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  kept: z.int().describe('Traces of the period'),
  taken: z.int().describe('Those of them that were taken'),
  replayed: count,
  changed: count.describe('Those that would have been decided another way'),
  leftOut: z.array(count.extend({ reason: z.enum(whatIfLosses), text: z.string() })),
  isTooFew: z.boolean(),
  isAtLeast: z.boolean().describe('What is told for after the change is the least that it would be'),
  figures: z.object(Object.fromEntries(whatIfFigures.map((key) => [key, difference]))),
  tags: z.array(
    z.object({
      tag: z.object({ id: z.int(), name: z.string().nullable() }),
      opps: difference,
      rev: difference,
      estimated: z.int().describe('Requests for which an answer to another one stands in'),
      unknown: z.int().describe('Requests that would ask it, and to which no answer is known'),
    }),
  ),
  notes: z.array(z.object({ code: z.string(), text: z.string() })).describe('What the answer cannot know'),
});
