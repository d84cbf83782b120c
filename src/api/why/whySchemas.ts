import { z } from 'zod';
import { callOutcomes, doors } from '#model/index.ts';

const named = z.object({ id: z.int(), name: z.string().nullable() });
const owner = z.enum(['us', 'partner', 'publisher']).describe('Who can mend it');
const usd = z.string().describe('CPM in US dollars');

/** Why something was lost. */
export const reasonSchema = z.object({
  reason: z.string(),
  text: z.string(),
  owner,
  fix: z
    .object({ entity: z.string(), id: z.int().nullable(), label: z.string(), path: z.string() })
    .nullable()
    .describe('The field that would change it'),
});

/** Answer of the funnel. */
export const funnelSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  steps: z.array(z.object({ key: z.string(), count: z.int() })),
  losses: z.array(
    reasonSchema.extend({
      at: z.enum(['blocked', 'missed', 'unanswered', 'keptOut', 'lost']),
      count: z.int(),
      tag: named.optional(),
      channel: named.optional(),
    }),
  ),
});

const lineSchema = z.object({
  serveId: z.string(),
  at: z.iso.datetime(),
  door: z.enum(doors),
  channel: named,
  supplier: named.nullable().describe('Who asked for bids; null where a channel was asked'),
  isWatched: z.boolean(),
  isTest: z.boolean().describe('Whether it was a test request (OpenRTB `test: 1`), which no figures count'),
  reason: reasonSchema.nullable(),
  winners: z.array(named.extend({ cpm: usd })).describe('In the order in which they play; several in a pod'),
  candidates: z.int(),
  tookMs: z.number().nullable(),
});

/** Answer of the list. */
export const tracesSchema = z.object({ rows: z.array(lineSchema), now: z.iso.datetime() });

const candidateSchema = z.object({
  tag: named,
  advertiserId: z.int(),
  tier: z.int(),
  reason: reasonSchema.nullable(),
  wasSent: z.boolean(),
  hasAnswered: z.boolean(),
  campaigns: z
    .array(z.object({ campaign: named, reason: reasonSchema.nullable() }))
    .describe('Of own campaigns: what became of each that was looked at; its reason is null where it bid'),
  rate: usd.nullable(),
  floor: usd.nullable(),
});

const auctionSchema = z.object({
  startedAt: z.iso.datetime(),
  seed: z.int(),
  mediaTypes: z.array(z.string()),
  floor: usd,
  offered: z.object({ request: z.looseObject({}), imp: z.looseObject({}) }).nullable(),
  checks: z.array(
    z.object({
      tagId: z.int(),
      when: z.enum(['start', 'call']),
      reason: z.string().nullable(),
      seen: z.int().optional(),
      pace: z.number().optional(),
    }),
  ),
  calls: z.array(
    z.object({
      kind: z.enum(['tag', 'bids']),
      tags: z.array(named),
      hop: z.int(),
      url: z.string(),
      startedMs: z.number(),
      endedMs: z.number().nullable(),
      outcome: z.enum(callOutcomes),
      text: z.string(),
      isCut: z.boolean(),
    }),
  ),
  inputs: z.array(z.object({ atMs: z.number(), call: z.int().nullable() })),
  isReplayable: z.boolean(),
});

/** Answer of one trace. */
export const traceSchema = lineSchema.omit({ candidates: true }).extend({
  weight: z.number().describe('Requests that it stands for; 0 = it is there because it was watched, or is a test'),
  environment: z.string(),
  site: z.string(),
  app: z.string(),
  ivt: z.string(),
  snapshot: z.int(),
  request: z.object({
    params: z.record(z.string(), z.string()),
    headers: z.record(z.string(), z.string()),
    address: z.string().describe('Without its last part'),
    country: z.string(),
    region: z.string(),
  }),
  candidates: z.array(candidateSchema),
  auction: auctionSchema.nullable(),
});
