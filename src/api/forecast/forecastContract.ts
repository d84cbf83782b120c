import { z } from 'zod';
import { funnelStages } from '#model/buying/funnelStages.ts';
import { maxId } from '#model/index.ts';
import { idParam } from '../addressValues.ts';
import type { Contract } from '../routeDeclaration.ts';
import { moneyValue } from '../money/moneyValue.ts';
import { shapeOf } from '../shapeOf.ts';
import { knownBySchema, reasonSchema } from '../why/whyContract.ts';

const sample = z.object({
  from: z.iso.datetime().nullable().describe('When the first request came; null if there is none'),
  to: z.iso.datetime().nullable(),
  sampled: z.int().describe('Requests of the sample that were read'),
  available: z.int().describe('All requests of the sample'),
  requests: z.int().describe('Requests that the sample represents'),
  isTooFew: z.boolean().describe('The sample is too small for results'),
});

/** The sample that a forecast is based on: requests of the suppliers and channels that a campaign buys from. */
export type SampleSummary = z.output<typeof sample>;

const share = z.number().describe('Share of all requests in the sample, from 0 to 1');

const loss = reasonSchema.extend({
  stage: z.enum(funnelStages),
  traces: z.int().describe('Requests in the sample'),
  share,
  place: knownBySchema.optional().describe('Supplier or channel that filtered the request before it reached campaigns'),
});

/** A loss for one reason: requests of the sample, and their share of all. */
export type LossSummary = z.output<typeof loss>;

const losses = z.array(loss).describe('Largest first');

const campaignFunnelSchema = z.object({
  sample,
  reevaluated: z
    .int()
    .describe('Requests for which the campaign was not evaluated at the time; its current settings are used'),
  unevaluated: z.int().describe('Requests that could not be evaluated'),
  steps: z.array(z.object({ stage: z.enum(funnelStages), traces: z.int(), share })),
  losses,
  counted: z
    .object({
      from: z.iso.date(),
      to: z.iso.date(),
      bids: z.int(),
      wins: z.int(),
      imps: z.int(),
      spend: moneyValue(z.string().describe('US dollars')),
    })
    .describe('Exact counts of the campaign'),
});

/** Response of GET /api/demand/campaigns/{id}/funnel. */
export type CampaignFunnelResponse = z.output<typeof campaignFunnelSchema>;

const forecastBody = z.strictObject({
  id: z
    .int('Must be an ID')
    .positive('Must be an ID')
    .max(maxId, 'Must be an ID')
    .optional()
    .describe('ID of the changed campaign; absent for a new one'),
  values: z.record(z.string().max(64), z.unknown(), 'Must be an object').describe('Fields of the campaign form'),
});

/** Body of POST /api/demand/campaigns/forecast. */
export type ForecastRequest = z.input<typeof forecastBody>;

const figure = z.object({
  perDay: z.string(),
  margin: z.string().describe('95% confidence interval (±) of the sample'),
});

/** A daily figure as a decimal; ± margin is the 95% confidence interval of the sample. */
export type DayFigure = z.output<typeof figure>;

/** Figures of a forecast: counts, and spend in USD. */
const forecastFigures = ['requests', 'eligible', 'bids', 'wins', 'imps', 'spend'] as const;
export type ForecastFigure = (typeof forecastFigures)[number];

const budget = z.object({
  outlook: z
    .enum(['none', 'used', 'unused'])
    .describe(
      'none = no budget limits delivery; used = a budget limits it and will be fully used; unused = there is not enough traffic to use it',
    ),
  unit: z.enum(['spend', 'impressions']),
  period: z.enum(['hour', 'day', 'flight']).nullable().describe('The budget that limits a day most'),
  perDay: z.string().nullable().describe('What it allows per day; null if no budget limits delivery'),
  used: z
    .number()
    .nullable()
    .describe('Share of that which would be used, from 0 to 1; null if no budget limits delivery'),
  imps: z.string().describe('Impressions per day within its budgets'),
  spend: z.string(),
});

/** The effect of a campaign's budgets, per day. Amounts are in the budget's unit: USD, or impressions. */
export type BudgetOutlook = z.output<typeof budget>;

const forecastSchema = z.object({
  sample,
  figures: z.object(shapeOf(forecastFigures, figure)).describe('Figures per day without any budget limit'),
  budget,
  devices: z.int().describe('Unique devices among the eligible requests of the sample'),
  withDevice: z.int().describe('Eligible requests of the sample with a device ID'),
  losses,
  notes: z.array(z.object({ code: z.string(), text: z.string() })).describe('Limitations of the figures'),
});

/** Response of POST /api/demand/campaigns/forecast. */
export type ForecastResponse = z.output<typeof forecastSchema>;

/** A campaign's forecast, and its funnel: why it did not bid. */
export const forecastContract = {
  readFunnel: {
    method: 'GET',
    path: '/api/demand/campaigns/{id}/funnel',
    summary: 'Show which recent requests a campaign did not bid on, and why',
    chapter: 'Why',
    access: { entity: 'campaign', action: 'read' },
    params: idParam,
    responses: { 200: { description: 'From requests to impressions', schema: campaignFunnelSchema } },
    rejects: [403, 404, 422],
  },
  forecast: {
    method: 'POST',
    path: '/api/demand/campaigns/forecast',
    isReadOnly: true,
    isAboutMoney: true,
    summary: 'Forecast the daily delivery and spend of a campaign before it is saved',
    chapter: 'What if',
    access: { entity: 'campaign', action: 'update' },
    body: forecastBody,
    responses: { 200: { description: 'Figures per day; nothing is saved', schema: forecastSchema } },
    rejects: [403, 404, 409, 422],
  },
} as const satisfies Contract;
