import type { ApiDeps } from '../deps.ts';
import { openFigures } from '../entities/listMetrics/figures.ts';
import { implement, ok, type Route } from '../route.ts';
import { readVerificationQuota } from '../reports/verificationQuota.ts';
import { quotaAlerts, sortAlerts } from './alertsOf.ts';
import { dashboardContract } from './dashboardContract.ts';
import { readAlerts } from './readAlerts.ts';

/** Alerts per response; further ones are only counted. */
const maxAlerts = 100;

/** Routes of the dashboard's alerts. */
export function dashboardRoutes(deps: ApiDeps): Route[] {
  const read = openFigures(deps);
  return [
    implement(dashboardContract.listAlerts, async ({ user, query }) => {
      const { entities, log, platform, facts, now } = deps;
      const [alerts, quota] = await Promise.all([
        readAlerts({ entities, read, now }, user, query.mode),
        readVerificationQuota({ log, platform, now, reports: { facts } }),
      ]);
      const all = sortAlerts([...quotaAlerts(quota), ...alerts]);
      return ok({ alerts: all.slice(0, maxAlerts), total: all.length });
    }),
  ];
}
