import { z } from 'zod';
import { fourEyesAreas, maxDecisionReason, waitingHours, waitingStates } from '#model/fourEyes/waitingChange.ts';
import { changeActions, type Role } from '#model/index.ts';
import { wholeNumber } from '../addressValues.ts';
import { fieldChangeSchema, namedSchema } from '../responseValues.ts';
import type { Contract } from '../routeDeclaration.ts';

/** The roles that can propose a change that waits, or approve it. */
const roles: readonly Role[] = ['super', 'admin', 'demand'];

const objectSchema = z.object({
  entity: z.string().describe('Object, as in the log'),
  rowId: z.int().nullable().describe('ID of the object; null = a new one, or a setting'),
  name: z.string(),
  action: z.enum(changeActions),
  fields: z.array(fieldChangeSchema),
  names: z
    .record(z.string(), z.record(z.string(), z.string()))
    .describe('Names of the objects that fields refer to: entity → ID → name'),
});

/** The change of one object. */
export type WaitingObject = z.output<typeof objectSchema>;

const waitingSchema = z.object({
  id: z.uuid(),
  area: z.enum(fourEyesAreas),
  summary: z.string().describe('The change in one line'),
  state: z.enum(waitingStates),
  account: namedSchema.nullable().describe('The account whose users decide; null = the platform'),
  proposer: namedSchema,
  proposerAdmin: namedSchema.nullable().describe('The admin who acted as the proposer; null = the proposer itself'),
  isOwn: z.boolean().describe('Whether the caller proposed it'),
  canApprove: z.boolean().describe('Whether the caller can approve or reject it'),
  canWithdraw: z.boolean().describe('Whether the caller can withdraw it'),
  approvers: z
    .array(namedSchema.extend({ id: namedSchema.shape.id.nullable().describe('null = the operator') }))
    .describe('Who can approve it; empty once it is decided'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().describe(`${waitingHours} hours after the proposal`),
  decider: namedSchema.nullable().describe('Who approved, rejected or withdrew it'),
  decidedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable().describe('Why it was rejected, or could not be applied'),
  objects: z.array(objectSchema).describe('What it changes, as it was proposed'),
});

/** A change that waits for a second person, or waited for one. */
export type WaitingChange = z.output<typeof waitingSchema>;

const detailSchema = waitingSchema.extend({
  isOutdated: z
    .boolean()
    .describe('Whether it would now change something else than proposed, so that it cannot be approved'),
  current: z
    .array(objectSchema)
    .nullable()
    .describe('What it would change now, if it is outdated; null = as proposed, or it cannot be applied'),
  faults: z.array(z.string()).describe('Why it cannot be applied now'),
});

/** A waiting change, compared with what it would change now. */
export type WaitingDetail = z.output<typeof detailSchema>;

const pageSchema = z.object({
  rows: z.array(waitingSchema),
  total: z.int(),
  page: z.int(),
  size: z.int(),
  toApprove: z.int().describe('Number of changes that the caller can approve'),
});

/** A page of changes, and how many wait for the caller. */
export type WaitingPage = z.output<typeof pageSchema>;

/** The response (202) of a call whose change waits for a second person. Nothing is changed yet. */
export const waitingResponseSchema = z.object({
  waiting: waitingSchema.pick({
    id: true,
    area: true,
    summary: true,
    approvers: true,
    createdAt: true,
    expiresAt: true,
  }),
});

/** The response of a call whose change waits. */
export type WaitingResponse = z.output<typeof waitingResponseSchema>;

const idParam = z.object({ id: z.string().max(100, 'At most 100 characters') });
const path = '/api/waiting/{id}';
const common = { chapter: 'Waiting changes', access: { roles }, isForPeople: true } as const;
const decided = { description: 'Decided', schema: waitingSchema };

/** Changes of payouts, platform prices and roles that wait for a second person. */
export const waitingContract = {
  list: {
    ...common,
    method: 'GET',
    path: '/api/waiting',
    summary: 'List changes that wait for a second person: those that you can approve, and your own',
    query: z.strictObject({
      state: z
        .enum(['waiting', 'decided'], 'One of: waiting, decided')
        .default('waiting')
        .describe('decided = approved, rejected, withdrawn, expired or failed, the latest first'),
      page: wholeNumber(1_000_000).default(1),
      size: wholeNumber(100).default(50),
    }),
    responses: { 200: { description: 'A page of changes', schema: pageSchema } },
  },
  read: {
    ...common,
    method: 'GET',
    path,
    summary: 'Read a waiting change, compared with what it would change now',
    params: idParam,
    responses: { 200: { description: 'The change', schema: detailSchema } },
    rejects: [404],
  },
  approve: {
    ...common,
    method: 'POST',
    path: `${path}/approve`,
    summary: 'Approve a change of another person, which applies it',
    confirmation: { of: 'all' },
    params: idParam,
    responses: { 200: decided },
    rejects: [403, 404, 409],
  },
  reject: {
    ...common,
    method: 'POST',
    path: `${path}/reject`,
    summary: 'Reject a change of another person',
    params: idParam,
    body: z.strictObject({
      reason: z
        .string('Is missing')
        .trim()
        .min(1, 'Must not be empty')
        .max(maxDecisionReason, `At most ${maxDecisionReason} characters`),
    }),
    responses: { 200: decided },
    rejects: [403, 404, 409],
  },
  withdraw: {
    ...common,
    method: 'POST',
    path: `${path}/withdraw`,
    summary: 'Withdraw a change that you proposed',
    params: idParam,
    responses: { 200: decided },
    rejects: [403, 404, 409],
  },
} as const satisfies Contract;
