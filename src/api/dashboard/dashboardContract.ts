import { z } from 'zod';
import { accountRoles, type Role } from '#model/index.ts';
import type { Contract } from '../routeDeclaration.ts';

/** Those who can mend what is wrong; partners see figures alone. */
const readers: readonly Role[] = ['super', 'admin', ...accountRoles];

const alertQuery = z.strictObject({
  mode: z
    .enum(['ssp', 'dsp'], 'One of: ssp, dsp')
    .optional()
    .describe('Of tags and channels alone, or of campaigns; without it, of all'),
});

const alertSchema = z.object({
  kind: z.enum(['errors', 'no_fill', 'ivt', 'quota', 'no_demand', 'no_requests', 'capped', 'no_bids', 'pace']),
  tone: z.enum(['bad', 'warn', 'info']).describe('It costs money now, it will, it is meant to be so'),
  object: z
    .object({ entity: z.enum(['tag', 'channel', 'campaign']), id: z.int(), name: z.string() })
    .nullable()
    .describe('What it is about; null = the platform'),
  text: z.string(),
  fix: z
    .string()
    .nullable()
    .describe('The field or tab of the object in which it can be fixed; null where there is none'),
});

/** What somebody should know of a tag, a channel, a campaign or the platform. */
export type DashboardAlert = z.output<typeof alertSchema>;

const alertsSchema = z.object({ alerts: z.array(alertSchema), total: z.int() });

/** Answer of GET /api/dashboard/alerts: the worst first, and how many there are in all. */
export type DashboardAlerts = z.output<typeof alertsSchema>;

/** What the dashboard shows beside reports. */
export const dashboardContract = {
  listAlerts: {
    method: 'GET',
    path: '/api/dashboard/alerts',
    summary: 'List what the active tags, channels and campaigns alarm of',
    chapter: 'Dashboard',
    access: { roles: readers },
    query: alertQuery,
    answers: {
      200: {
        description: 'The worst first, and how many there are in all',
        schema: alertsSchema,
      },
    },
  },
} as const satisfies Contract;
