import { z } from 'zod';
import { funnelStages } from '#model/buying/funnelStages.ts';
import { maxId } from '#model/index.ts';
import { reasonSchema } from '../why/whySchemas.ts';
import { budgetOutlooks, forecastFigures } from './reachContract.ts';

const named = z.object({ id: z.int(), name: z.string().nullable() });

const sample = z.object({
  from: z.iso.datetime().nullable(),
  to: z.iso.datetime().nullable(),
  read: z.int().describe('Requests of the sample that were read'),
  kept: z.int().describe('Requests of the sample that there are'),
  requests: z.int().describe('Requests that they stand for'),
  isTooFew: z.boolean().describe('Nothing can be told of so few'),
});

const share = z.number().describe('Part of all requests, from 0 to 1, as the sample has it');

const losses = z
  .array(
    reasonSchema.extend({
      stage: z.enum(funnelStages),
      traces: z.int().describe('Requests of the sample'),
      share,
      place: named.optional().describe('Whose gate it was, before campaigns were asked'),
    }),
  )
  .describe('The largest first');

/** Answer of a campaign's funnel. */
export const campaignFunnelSchema = z.object({
  sample,
  judged: z.int().describe('Requests at which nobody looked at it then, judged by what it is now'),
  untold: z.int().describe('Requests of which nothing can be told'),
  steps: z.array(z.object({ stage: z.enum(funnelStages), traces: z.int(), share })),
  losses,
  counted: z
    .object({
      from: z.iso.date(),
      to: z.iso.date(),
      bids: z.int(),
      wins: z.int(),
      imps: z.int(),
      spend: z.string().describe('US dollars'),
    })
    .describe('What was counted of it, exactly'),
});

/** Body of a forecast. */
export const forecastBody = z.strictObject({
  id: z.int('Must be an id').positive('Must be an id').max(maxId, 'Must be an id').optional(),
  values: z.record(z.string().max(64), z.unknown(), 'Must be an object'),
});

const figure = z.object({
  perDay: z.string(),
  margin: z.string().describe('In 95 of 100 cases it is within ± this, as far as the sample decides it'),
});

/** Answer of a forecast. */
export const forecastSchema = z.object({
  sample,
  figures: z
    .object(Object.fromEntries(forecastFigures.map((key) => [key, figure])))
    .describe('What a day would bring if no budget bounded it'),
  budget: z.object({
    outlook: z.enum(budgetOutlooks),
    unit: z.enum(['spend', 'impressions']),
    period: z.enum(['hour', 'day', 'flight']).nullable().describe('The budget that bounds a day most'),
    perDay: z.string().nullable(),
    used: z.number().nullable(),
    imps: z.string().describe('What it comes to within its budgets, a day'),
    spend: z.string(),
  }),
  devices: z.int().describe('Devices among the eligible requests of the sample'),
  withDevice: z.int().describe('Eligible requests of the sample that tell theirs'),
  losses,
  notes: z.array(z.object({ code: z.string(), text: z.string() })).describe('What the figures cannot know'),
});
