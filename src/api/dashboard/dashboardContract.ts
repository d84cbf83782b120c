import { z } from 'zod';
import { accountRoles, type Role } from '#model/index.ts';
import { entityNameSchema } from '../responseValues.ts';
import type { Contract } from '../routeDeclaration.ts';

/** Roles that can fix problems; partners see only figures. */
const readers: readonly Role[] = ['super', 'admin', ...accountRoles];

const alertQuery = z.strictObject({
  mode: z
    .enum(['ssp', 'dsp'], 'One of: ssp, dsp')
    .optional()
    .describe('ssp = only tags and channels, dsp = only campaigns; absent = all'),
});

const alertSchema = z.object({
  kind: z.enum(['errors', 'no_fill', 'ivt', 'quota', 'no_demand', 'no_requests', 'capped', 'no_bids', 'pace']),
  tone: z
    .enum(['bad', 'warn', 'info'])
    .describe('bad = costs money now, warn = needs attention soon, info = works as configured'),
  object: z
    .object({ entity: z.enum(['tag', 'channel', 'campaign']), id: z.int(), name: z.string() })
    .nullable()
    .describe('Object of the alert; null = the platform'),
  text: z.string(),
  fix: z.string().nullable().describe('Field or tab of the object where it can be fixed; null if there is none'),
  page: z
    .object({ entity: entityNameSchema, label: z.string(), href: z.string().describe('Path and query of the page') })
    .optional()
    .describe('Page of the console where more can be done about it, and the entity that its users can read'),
});

/** An alert about a tag, channel, campaign or the platform. */
export type DashboardAlert = z.output<typeof alertSchema>;

const alertsSchema = z.object({ alerts: z.array(alertSchema), total: z.int() });

/** Response of GET /api/dashboard/alerts: the most severe first, and their total number. */
export type DashboardAlerts = z.output<typeof alertsSchema>;

/** The dashboard's alerts. */
export const dashboardContract = {
  listAlerts: {
    method: 'GET',
    path: '/api/dashboard/alerts',
    summary: 'List the alerts of active tags, channels and campaigns',
    chapter: 'Dashboard',
    access: { roles: readers },
    query: alertQuery,
    responses: {
      200: {
        description: 'The most severe first, and the total number',
        schema: alertsSchema,
      },
    },
  },
} as const satisfies Contract;
