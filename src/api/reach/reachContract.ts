import { z } from 'zod';
import { funnelStages } from '#model/buying/funnelStages.ts';
import { maxId } from '#model/index.ts';
import { idParam } from '../addressValues.ts';
import type { Contract } from '../routeDeclaration.ts';
import { shapeOf } from '../shapeOf.ts';
import { knownBySchema, reasonSchema } from '../why/whyContract.ts';

const sample = z.object({
  from: z.iso.datetime().nullable().describe('When the first of them came; null without any'),
  to: z.iso.datetime().nullable(),
  read: z.int().describe('Requests of the sample that were read'),
  kept: z.int().describe('Requests of the sample that there are'),
  requests: z.int().describe('Requests that they stand for'),
  isTooFew: z.boolean().describe('Nothing can be told of so few'),
});

/** The requests that an answer rests on: a sample of those of the suppliers and channels that a campaign buys from. */
export type ReachSample = z.output<typeof sample>;

const share = z.number().describe('Part of all requests, from 0 to 1, as the sample has it');

const loss = reasonSchema.extend({
  stage: z.enum(funnelStages),
  traces: z.int().describe('Requests of the sample'),
  share,
  place: knownBySchema.optional().describe('Whose gate it was, before campaigns were asked'),
});

/** What was lost for one reason: requests of the sample, and their part of all. */
export type ReachLoss = z.output<typeof loss>;

const losses = z.array(loss).describe('The largest first');

const campaignFunnelSchema = z.object({
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

/** Answer of GET /api/demand/campaigns/{id}/funnel. */
export type CampaignFunnelAnswer = z.output<typeof campaignFunnelSchema>;

const forecastBody = z.strictObject({
  id: z
    .int('Must be an id')
    .positive('Must be an id')
    .max(maxId, 'Must be an id')
    .optional()
    .describe('Of the campaign that is changed; absent for a new one'),
  values: z.record(z.string().max(64), z.unknown(), 'Must be an object').describe('Fields as its form has them'),
});

/** Body of POST /api/demand/campaigns/forecast. */
export type ForecastRequest = z.input<typeof forecastBody>;

const figure = z.object({
  perDay: z.string(),
  margin: z.string().describe('In 95 of 100 cases it is within ± this, as far as the sample decides it'),
});

/** A figure of a day in decimals; in 95 of 100 cases it is within ± margin, as far as the sample decides it. */
export type DayFigure = z.output<typeof figure>;

/** Figures of a forecast: counts, and of spend US dollars. */
const forecastFigures = ['requests', 'eligible', 'bids', 'wins', 'imps', 'spend'] as const;
export type ForecastFigure = (typeof forecastFigures)[number];

const budget = z.object({
  outlook: z
    .enum(['none', 'used', 'unused'])
    .describe('None bounds it; one does and will be used up; or there is too little traffic to use it up'),
  unit: z.enum(['spend', 'impressions']),
  period: z.enum(['hour', 'day', 'flight']).nullable().describe('The budget that bounds a day most'),
  perDay: z.string().nullable().describe('What it leaves for a day; null without one'),
  used: z.number().nullable().describe('What of that would be used, from 0 to 1; null without one'),
  imps: z.string().describe('What it comes to within its budgets, a day'),
  spend: z.string(),
});

/** How the budgets of a campaign bound what it would have, by day. Amounts are in what they count: US dollars, or impressions. */
export type BudgetOutlook = z.output<typeof budget>;

const forecastSchema = z.object({
  sample,
  figures: z.object(shapeOf(forecastFigures, figure)).describe('What a day would bring if no budget bounded it'),
  budget,
  devices: z.int().describe('Devices among the eligible requests of the sample'),
  withDevice: z.int().describe('Eligible requests of the sample that tell theirs'),
  losses,
  notes: z.array(z.object({ code: z.string(), text: z.string() })).describe('What the figures cannot know'),
});

/** Answer of POST /api/demand/campaigns/forecast. */
export type ForecastAnswer = z.output<typeof forecastSchema>;

/** What campaigns reach: why one did not bid, and what one would come to. */
export const reachContract = {
  readFunnel: {
    method: 'GET',
    path: '/api/demand/campaigns/{id}/funnel',
    summary: 'Tell what of the requests of the last days a campaign did not bid on, and why',
    chapter: 'Why',
    access: { entity: 'campaign', action: 'read' },
    params: idParam,
    answers: { 200: { description: 'From requests to impressions', schema: campaignFunnelSchema } },
    refuses: [403, 404, 422],
  },
  forecast: {
    method: 'POST',
    path: '/api/demand/campaigns/forecast',
    summary: 'Tell what a campaign would reach and spend, before it is saved',
    chapter: 'What if',
    access: { entity: 'campaign', action: 'update' },
    body: forecastBody,
    answers: { 200: { description: 'Figures of a day; nothing is saved', schema: forecastSchema } },
    refuses: [403, 404, 409, 422],
  },
} as const satisfies Contract;
