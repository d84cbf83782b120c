import { z } from 'zod';
import { currentFactValue } from '#model/fact/formerFactValues.ts';
import {
  callOutcomes,
  requestIntegrations,
  fixEntities,
  maxId,
  reasonOwners,
  watchKinds,
  watchMinutes,
} from '#model/index.ts';
import { idParam } from '../addressValues.ts';
import type { Contract } from '../routeDeclaration.ts';
import { traceKinds, whyKinds, whyPeriods } from './whyKinds.ts';

/** An object's id, and its name as far as the caller may know it. */
export const knownBySchema = z.object({
  id: z.int(),
  name: z.string().nullable().describe('Null if not visible to the caller'),
});

/** An object's id and name; the name is null when the caller may not know it. */
export type Named = z.output<typeof knownBySchema>;

const owner = z.enum(reasonOwners).describe('Who can fix it');
const usd = z.string().describe('CPM in US dollars');

export const reasonSchema = z.object({
  reason: z.string(),
  text: z.string(),
  owner,
  fix: z
    .object({
      entity: z.enum(fixEntities),
      id: z.int().nullable(),
      label: z.string().describe('Label of the field or tab'),
      path: z.string().describe('Console path that opens it'),
    })
    .nullable()
    .describe('The field that fixes it. Null if no field that the caller can open does'),
});

/** The reason of a loss. */
export type WhyReason = z.output<typeof reasonSchema>;

/** The field that can be changed, with its object and the console path that opens it. */
export type WhyFix = NonNullable<WhyReason['fix']>;

const stepSchema = z.object({
  key: z.enum(['calls', 'blocked', 'reqs', 'missed', 'considered', 'called', 'answered', 'opps', 'ads', 'imps']),
  count: z.int(),
});

/**
 * A step of a funnel. Calls, requests, opportunities and impressions are counted per request, all other steps per tag.
 */
export type WhyStep = z.output<typeof stepSchema>;

const lossSchema = reasonSchema.extend({
  at: z
    .enum(['blocked', 'missed', 'unanswered', 'excluded', 'lost'])
    .describe('Requests: blocked, missed or unanswered. Tags: excluded before they were called, or lost after'),
  count: z.int(),
  tag: knownBySchema.optional().describe('The tag of the loss'),
  channel: knownBySchema.optional().describe('The channel of the loss'),
});

/** The losses at a step for one reason. */
export type WhyLoss = z.output<typeof lossSchema>;

const funnelSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  steps: z.array(stepSchema),
  losses: z.array(lossSchema),
});

/** Response of GET /api/demand/why/funnel. */
export type WhyFunnel = z.output<typeof funnelSchema>;

const lineSchema = z.object({
  serveId: z.string(),
  at: z.iso.datetime(),
  integration: z.enum(requestIntegrations),
  channel: knownBySchema,
  supplier: knownBySchema.nullable().describe('The supplier that requested bids. Null for requests to a channel'),
  isWatched: z.boolean(),
  isTest: z.boolean().describe('Whether it was a test request (OpenRTB `test: 1`), which is not counted'),
  reason: reasonSchema.nullable().describe('Null if an ad was returned'),
  winners: z.array(knownBySchema.extend({ cpm: usd })).describe('In playing order; several in a pod'),
  candidates: z.int(),
  tookMs: z.number().nullable().describe('Duration of the auction in milliseconds. Null without an auction'),
});

/** A trace in the list. CPMs are decimal USD text. */
export type WhyTraceLine = z.output<typeof lineSchema>;

const tracesSchema = z.object({ rows: z.array(lineSchema), now: z.iso.datetime().describe('Server time') });

/** Response of GET /api/demand/why/traces, latest first. */
export type WhyTraces = z.output<typeof tracesSchema>;

const candidateSchema = z.object({
  tag: knownBySchema,
  advertiserId: z.int(),
  tier: z.int(),
  reason: reasonSchema.nullable(),
  wasSent: z.boolean(),
  hasAnswered: z.boolean(),
  isUnread: z.boolean().describe('Whether its bid lost before its VAST was read'),
  campaigns: z
    .array(z.object({ campaign: knownBySchema, reason: reasonSchema.nullable() }))
    .describe('For own campaigns: the outcome of each campaign considered. Reason null = it bid'),
  rate: usd.nullable(),
  floor: usd.nullable(),
});

/** A candidate of a trace. CPMs are decimal USD text; null when unknown. */
export type WhyCandidate = z.output<typeof candidateSchema>;

const callSchema = z.object({
  kind: z.enum(['tag', 'bids']),
  tags: z.array(knownBySchema),
  hop: z.int(),
  url: z.string(),
  startedMs: z.number(),
  endedMs: z.number().nullable(),
  outcome: z.enum(callOutcomes),
  text: z.string(),
  isCut: z.boolean(),
});

export type WhyCall = z.output<typeof callSchema>;

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
  calls: z.array(callSchema),
  inputs: z.array(z.object({ atMs: z.number(), call: z.int().nullable() })),
  isReplayable: z.boolean(),
});

const traceSchema = lineSchema.omit({ candidates: true }).extend({
  sampleWeight: z.number().describe('Requests that it represents. 0 = watched or test request, not part of the sample'),
  environment: z.string(),
  site: z.string(),
  app: z.string(),
  ivt: z.string().describe('Result of the check for invalid traffic. Empty = not checked'),
  snapshot: z.int(),
  request: z.object({
    params: z.record(z.string(), z.string()),
    headers: z.record(z.string(), z.string()),
    address: z.string().describe('IP address, truncated'),
    country: z.string(),
    region: z.string(),
  }),
  candidates: z.array(candidateSchema),
  auction: auctionSchema.nullable(),
});

/** Response of GET /api/demand/why/traces/{serveId}. */
export type WhyTrace = z.output<typeof traceSchema>;

/** Everyone who can view channels can also watch them: a watch changes nothing. */
const access = { entity: 'channel', action: 'read' } as const;

const idText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Must be an ID')
  .refine((text) => Number(text) <= maxId, 'Must be an ID');

const funnelQuery = z
  .strictObject({
    kind: z.enum(whyKinds).optional(),
    id: idText.optional(),
    period: z.enum(whyPeriods).default('today'),
  })
  .refine(({ kind, id }) => (kind === undefined) === (id === undefined), {
    message: 'Send both kind and ID, or neither',
    path: ['id'],
  });

const tracesQuery = z
  .strictObject({
    kind: z.enum(traceKinds).optional(),
    id: z.string().min(1).max(64).optional(),
    outcome: z.enum(['filled', 'unfilled']).optional(),
    reason: z
      .string()
      .regex(/^\w{1,64}$/, 'Must be a reason')
      .transform((reason) => currentFactValue('reason', reason))
      .optional(),
    since: z.iso
      .datetime()
      .optional()
      .describe('Only requests after this time. To poll, send the time of the latest request'),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  })
  .refine(({ kind, id }) => (kind === undefined) === (id === undefined), {
    message: 'Send both kind and ID, or neither',
    path: ['id'],
  })
  .refine(({ kind, id }) => kind === undefined || kind === 'device' || idText.safeParse(id).success, {
    message: 'Must be an ID',
    path: ['id'],
  });

const serveIdParam = z.object({ serveId: z.string().regex(/^[\w-]{16}$/, 'Must be a request ID') });

const watchSchema = z.object({
  id: z.int(),
  kind: z.enum(watchKinds),
  object: z.string().describe('ID of the object or device'),
  until: z.iso.datetime(),
});

export type Watch = z.output<typeof watchSchema>;

const objectId = z.int('Must be an ID').positive('Must be an ID').max(maxId, 'Must be an ID');

const bodySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('channel'), id: objectId }),
  z.strictObject({ kind: z.literal('supplier'), id: objectId }),
  z.strictObject({ kind: z.literal('tag'), id: objectId }),
  z.strictObject({ kind: z.literal('campaign'), id: objectId }),
  z.strictObject({
    kind: z.literal('device'),
    id: z
      .string('Must be a device ID')
      .trim()
      .toLowerCase()
      .regex(/^[\w:.-]{8,64}$/, 'Must be a device ID: 8 to 64 letters, digits, hyphens'),
  }),
]);

/** Reasons for missing ads: a funnel with all losses, single traced requests, and watches. */
export const whyContract = {
  readFunnel: {
    method: 'GET',
    path: '/api/demand/why/funnel',
    summary: 'Get the funnel from calls to impressions, with the reasons of every loss',
    chapter: 'Why',
    access,
    query: funnelQuery,
    responses: { 200: { description: 'The steps, and the reasons of every loss', schema: funnelSchema } },
    rejects: [404, 422],
  },
  listTraces: {
    method: 'GET',
    path: '/api/demand/why/traces',
    summary: 'List the latest traced requests',
    chapter: 'Why',
    isAboutMoney: true,
    access,
    query: tracesQuery,
    responses: { 200: { description: 'Latest first', schema: tracesSchema } },
    rejects: [404],
  },
  readTrace: {
    method: 'GET',
    path: '/api/demand/why/traces/{serveId}',
    summary: 'Get the trace of one request',
    chapter: 'Why',
    isAboutMoney: true,
    access,
    params: serveIdParam,
    responses: { 200: { description: 'The full trace', schema: traceSchema } },
    rejects: [404],
  },
  startWatch: {
    method: 'POST',
    path: '/api/demand/watches',
    summary: `Trace all requests of a channel, supplier, tag, campaign or device for ${watchMinutes} minutes. Repeat to extend`,
    chapter: 'Why',
    access,
    body: bodySchema,
    responses: { 201: { description: 'The watch, active within a second', schema: watchSchema } },
    rejects: [404, 422],
  },
  listWatches: {
    method: 'GET',
    path: '/api/demand/watches',
    summary: 'List active watches',
    chapter: 'Why',
    access,
    responses: { 200: { description: 'Oldest first', schema: z.array(watchSchema) } },
  },
  endWatch: {
    method: 'DELETE',
    path: '/api/demand/watches/{id}',
    summary: 'End a watch',
    chapter: 'Why',
    access,
    params: idParam,
    responses: { 200: { description: 'The watch has ended', schema: z.object({}) } },
    rejects: [404],
  },
} as const satisfies Contract;
