import { z } from 'zod';
import { alertEntities, maxMuteReason, muteDays } from '#model/entity/alerts.ts';
import { accountRoles, type Role } from '#model/index.ts';
import { entityNameSchema } from '../responseValues.ts';
import type { Contract } from '../routeDeclaration.ts';

/** Roles that can fix problems; partners see only figures. */
const readers: readonly Role[] = ['super', 'admin', ...accountRoles];

const alertEntity = z.enum(alertEntities, `One of: ${alertEntities.join(', ')}`);

const idSchema = z.coerce
  .number('Must be an ID')
  .int('Must be an ID')
  .positive('Must be an ID')
  .max(2_147_483_647, 'Must be an ID');

const alertQuery = z
  .strictObject({
    mode: z
      .enum(['ssp', 'dsp'], 'One of: ssp, dsp')
      .optional()
      .describe(
        'ssp = only tags, channels and sub-publishers, dsp = only campaigns, creatives, suppliers and ad exchanges; absent = all',
      ),
    account: idSchema.optional().describe('Only the objects of this account, and the platform; for admins'),
    entity: alertEntity.optional().describe('With id: only the alerts of one object'),
    id: idSchema.optional(),
  })
  .refine(({ entity, id }) => (entity === undefined) === (id === undefined), {
    error: 'Set the entity together with its ID',
    path: ['id'],
  });

/** The kinds of alerts: what they have in common, and how to fix them. */
const alertKinds = [
  'errors',
  'no_fill',
  'ivt',
  'quota',
  'no_demand',
  'no_requests',
  'capped',
  'no_bids',
  'pace',
  'unusable',
  'timeouts',
  'zero',
  'off_usual',
  'rejected',
  'ads_txt',
  'certificate',
  'security',
  'waiting',
] as const;

export type AlertKind = (typeof alertKinds)[number];

const perDay = z
  .string()
  .nullable()
  .describe('Money at stake: an estimate in USD per day, from earlier revenue; null = none or unknown');

const toneSchema = z
  .enum(['bad', 'warn', 'info'])
  .describe('bad = costs money now, warn = needs attention soon, info = works as configured');

const alertSchema = z.object({
  kind: z.enum(alertKinds),
  cause: z.string().describe('Code of the cause; an object has one alert of each'),
  tone: toneSchema,
  object: z
    .object({ entity: alertEntity, id: z.int(), name: z.string() })
    .nullable()
    .describe('Object of the alert; null = the platform'),
  text: z.string(),
  fix: z.string().nullable().describe('Field or tab of the object where it can be fixed; null if there is none'),
  page: z
    .object({
      entity: entityNameSchema
        .optional()
        .describe('Entity that users of the page can read; absent = all readers of the alert'),
      label: z.string(),
      href: z.string().describe('Path and query of the page'),
    })
    .optional()
    .describe('Page of the console where more can be done about it'),
  perDay,
});

/** An alert about an object or the platform. */
export type DashboardAlert = z.output<typeof alertSchema>;

const groupSchema = z.object({
  kind: z.enum(alertKinds),
  tone: toneSchema,
  title: z.string(),
  total: z.int().describe('Alerts of the group, including those beyond the 50 that are returned'),
  perDay,
});

/** The alerts of one kind and severity. */
export type AlertGroup = z.output<typeof groupSchema>;

const muteSchema = z.object({
  id: z.int(),
  reason: z.string(),
  until: z.string().nullable().describe('ISO 8601; null = until the cause is gone'),
  mutedBy: z.string(),
  mutedAt: z.string(),
});

const mutedAlertSchema = alertSchema.extend({ mute: muteSchema });

/** A muted alert, with its mute. */
export type MutedAlert = z.output<typeof mutedAlertSchema>;

const alertsSchema = z.object({
  alerts: z.array(alertSchema).describe('In the order of the groups'),
  total: z.int().describe('Alerts that are not muted'),
  groups: z.array(groupSchema),
  muted: z.array(mutedAlertSchema).describe('Muted alerts whose cause is still there'),
  isComplete: z.boolean().describe('false = some figures are unavailable right now, so alerts may be missing'),
});

/** Response of GET /api/dashboard/alerts: the most severe first, then most money first, and their total number. */
export type DashboardAlerts = z.output<typeof alertsSchema>;

const muteBody = z.strictObject({
  entity: alertEntity,
  id: z.int('Must be an ID').positive('Must be an ID').max(2_147_483_647, 'Must be an ID'),
  cause: z.string('Must be a text').max(60, 'At most 60 characters').describe('Code of the cause, as alerts have it'),
  reason: z
    .string('Must be a text')
    .trim()
    .min(1, 'Enter a reason')
    .max(maxMuteReason, `At most ${maxMuteReason} characters`),
  days: z
    .literal(muteDays, `One of: ${muteDays.join(', ')}, or null`)
    .nullable()
    .describe('Days; null = until the cause is gone'),
});

const firstStepSchema = z.object({
  step: z
    .enum(['channel', 'demand', 'supplier', 'creative', 'campaign', 'request', 'impression'])
    .describe(
      'channel, supplier = an active one; demand = a channel whose waterfall has a tag that can be called; creative = one that is approved; campaign = one that can bid; request = a request arrived; impression = an ad was served and counted',
    ),
  isDone: z.boolean(),
  id: z.int().nullable().describe('ID of the row to go on with; null if there is none'),
});

/** A step from an empty account to its first counted ad. */
export type FirstStep = z.output<typeof firstStepSchema>;

const firstStepsSchema = z.object({ steps: z.array(firstStepSchema) });

const partnerStepsSchema = firstStepsSchema.extend({
  channels: z
    .array(z.object({ id: z.int(), name: z.string(), tagUrl: z.string().describe('The ad tag for a player') }))
    .describe('For sub-publishers: the active channels, newest first, at most 20'),
});

/** The steps of a partner, and what a publisher needs for its part. */
export type PartnerSteps = z.output<typeof partnerStepsSchema>;

const firstStepsResponses = {
  200: {
    description: 'The steps in order. Traffic is that of the last 30 days',
    schema: firstStepsSchema,
  },
};

/** The dashboard's alerts and first steps. */
export const dashboardContract = {
  listAlerts: {
    method: 'GET',
    path: '/api/dashboard/alerts',
    summary: 'List the alerts of active objects, grouped by cause',
    chapter: 'Dashboard',
    access: { roles: readers },
    query: alertQuery,
    responses: {
      200: {
        description: 'The most severe first, then most money first, and the total number',
        schema: alertsSchema,
      },
    },
    rejects: [403],
  },
  muteAlert: {
    method: 'POST',
    path: '/api/dashboard/alerts/mutes',
    summary: 'Mute an alert, for users who can change its object',
    chapter: 'Dashboard',
    access: { roles: readers },
    body: muteBody,
    responses: { 201: { description: 'The mute', schema: muteSchema } },
    rejects: [403, 404, 409],
  },
  unmuteAlert: {
    method: 'DELETE',
    path: '/api/dashboard/alerts/mutes/{id}',
    summary: 'Unmute an alert, for users who can change its object',
    chapter: 'Dashboard',
    access: { roles: readers },
    params: z.object({ id: idSchema }),
    responses: { 200: { description: 'The alert is listed again', schema: z.object({}) } },
    rejects: [403, 404],
  },
  listFirstSteps: {
    method: 'GET',
    path: '/api/dashboard/firstSteps',
    summary: 'List the steps to the first counted ad of the account’s channels',
    chapter: 'Dashboard',
    access: { roles: accountRoles },
    responses: firstStepsResponses,
  },
  listBuyingSteps: {
    method: 'GET',
    path: '/api/dashboard/firstSteps/dsp',
    summary: 'List the steps to the first counted ad in the traffic of the account’s suppliers',
    chapter: 'Dashboard',
    access: { roles: accountRoles, isOfDsp: true },
    responses: firstStepsResponses,
  },
  listPartnerSteps: {
    method: 'GET',
    path: '/api/dashboard/firstSteps/partner',
    summary: 'List the steps to the first counted ad of a sub-publisher or an advertiser',
    chapter: 'Dashboard',
    access: { roles: ['sub', 'adv'] },
    responses: {
      200: {
        description:
          'The steps in order, without IDs. campaign = a campaign or tag that can run. Traffic is that of the last 30 days',
        schema: partnerStepsSchema,
      },
    },
  },
} as const satisfies Contract;
