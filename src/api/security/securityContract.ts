import { z } from 'zod';
import { securityOutcomes } from '#model/security/securityEvents.ts';
import type { Role } from '#model/index.ts';
import { entryParam } from '../log/logQuery.ts';
import type { Contract } from '../routeDeclaration.ts';
import { securityFilterSchema, securityQuerySchema } from './securityQuery.ts';

/** Super admins read the whole log, owners the events of their account. */
const readers: readonly Role[] = ['super', 'demand'];

const nullableText = z.string().nullable();
const nullableId = z.int().nullable();
const time = z.iso.datetime();
const operatorText = 'Empty for the operator’s staff, unless a super admin reads it';

const eventSchema = z.object({
  seq: z.int().describe('Number of the event: without gaps in the whole log'),
  at: time,
  type: z.string().describe('One of the types in docs/security-log.md'),
  outcome: z.enum(securityOutcomes),
  userId: nullableId.describe('Null for programs, the system, and people who are not signed in'),
  userName: nullableText.describe('Name of the user at that time'),
  userLogin: nullableText.describe(operatorText),
  userType: nullableText,
  adminId: nullableId.describe('The admin who acted as the user'),
  adminName: nullableText,
  isOperator: z.boolean().describe('Whether the operator’s staff caused it'),
  demandId: nullableId.describe('The account; null = the platform'),
  accountName: nullableText,
  keyId: nullableText.describe('ID of the API key of a program, or “token” for the API token of an account'),
  keyName: nullableText.describe('Name of the API key, as it is now'),
  ip: z.string().describe(operatorText),
  userAgent: z.string().describe(operatorText),
  requestId: z.string(),
  subject: z
    .object({ entity: z.string(), id: nullableId, name: z.string() })
    .nullable()
    .describe('The object, as it was named at that time'),
  details: z.record(z.string(), z.unknown()),
  previousHash: nullableText.describe('Hash of the event before it; only for super admins'),
  hash: nullableText.describe('SHA-256 of the event with the hash before it; only for super admins'),
});

/** An event of the security log. */
export type SecurityEvent = z.output<typeof eventSchema>;

const pageSchema = z.object({ rows: z.array(eventSchema), total: z.int(), page: z.int(), size: z.int() });

const stateSchema = z.object({
  seq: z.int().describe('The last event; 0 = none yet'),
  prunedSeq: z.int().describe('The last event that was deleted at the end of its retention; 0 = none'),
  verifiedSeq: z.int().describe('The last event of the last complete verification without a fault'),
  verifiedAt: time.nullable(),
  brokenSeq: nullableId.describe('The event at which the last verification found a fault; null = none'),
  brokenFault: nullableText.describe(
    'missing = it was removed; changed = its contents were changed; detached = it does not continue the one before it; cut = the last events were removed or added past the log; unexplained = the oldest events were removed',
  ),
  brokenSince: time.nullable(),
  retentionDays: z.int().describe('Days for which events are stored (SECURITY_LOG_DAYS)'),
});

/** How far the security log is written, pruned and verified. */
export type SecurityLogState = z.output<typeof stateSchema>;

const chapter = 'Security log';
const path = '/api/security-log';

/** The log of sign-ins, keys, exports, rights and settings: append-only, and chained by hashes. */
export const securityContract = {
  list: {
    method: 'GET',
    path,
    summary: 'List security events, newest first',
    chapter,
    access: { roles: readers },
    query: securityQuerySchema,
    responses: { 200: { description: 'A page of events', schema: pageSchema } },
  },
  readState: {
    method: 'GET',
    path: `${path}/state`,
    summary: 'Read up to which event the security log is verified',
    chapter,
    access: { roles: readers },
    responses: { 200: { description: 'The state', schema: stateSchema } },
  },
  exportLines: {
    method: 'GET',
    path: `${path}/export`,
    summary: 'Download security events as JSON lines, oldest first',
    chapter,
    access: { roles: readers },
    confirmation: { of: 'all' },
    query: securityFilterSchema,
    responses: {
      200: {
        description: 'One event per line, in the form of GET /api/security-log. The download is an event itself',
        contentType: 'application/x-ndjson',
      },
    },
  },
  read: {
    method: 'GET',
    path: `${path}/{id}`,
    summary: 'Get one security event',
    chapter,
    access: { roles: readers },
    params: entryParam,
    responses: { 200: { description: 'The event', schema: eventSchema } },
    rejects: [404],
  },
} as const satisfies Contract;
