import { z } from 'zod';
import { accountRoles, type Role } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { openFigures } from '../entities/listMetrics/figures.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { readPostbidQuota } from '../savedReports/postbidQuota.ts';
import { quotaAlerts, sortAlerts } from './alertsOf.ts';
import { readAlerts } from './readAlerts.ts';

/** Those who can mend what is wrong; partners see figures alone. */
const readers: readonly Role[] = ['super', 'admin', ...accountRoles];

/** Alerts of one answer; the rest is counted. */
const mostAlerts = 100;

const alertQuery = z.strictObject({
  mode: z
    .enum(['ssp', 'dsp'], 'One of: ssp, dsp')
    .optional()
    .describe('Of tags and channels alone, or of campaigns; without it, of all'),
});

const alertSchema = z.object({
  kind: z.enum(['errors', 'no_fill', 'ivt', 'quota', 'no_demand', 'no_requests', 'capped', 'no_bids', 'pace']),
  tone: z.enum(['bad', 'warn', 'info']),
  object: z.object({ entity: z.enum(['tag', 'channel', 'campaign']), id: z.int(), name: z.string() }).nullable(),
  text: z.string(),
  fix: z.string().nullable(),
});

/** What the dashboard shows beside reports. */
export function dashboardRoutes(deps: ApiDeps): Route[] {
  const read = openFigures(deps);
  return [
    defineRoute({
      method: 'GET',
      path: '/api/dashboard/alerts',
      summary: 'List what the active tags, channels and campaigns alarm of',
      chapter: 'Dashboard',
      access: { roles: readers },
      query: alertQuery,
      answers: {
        200: {
          description: 'The worst first, and how many there are in all',
          schema: z.object({ alerts: z.array(alertSchema), total: z.int() }),
        },
      },
      async handler({ user, query }) {
        const { entities, log, platform, facts, now } = deps;
        const [alerts, quota] = await Promise.all([
          readAlerts({ entities, read, now }, user, query.mode),
          readPostbidQuota({ log, platform, now, reports: { facts } }),
        ]);
        const all = sortAlerts([...quotaAlerts(quota), ...alerts]);
        return ok({ alerts: all.slice(0, mostAlerts), total: all.length });
      },
    }),
  ];
}
