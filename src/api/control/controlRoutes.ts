import { z } from 'zod';
import { budgetRoute } from '../budget/budgetRoute.ts';
import { acceptRoute } from '../deletion/acceptRoute.ts';
import { counterRoute } from '../delivery/counterRoute.ts';
import type { ApiDeps } from '../deps.ts';
import { adPerformanceRoute } from '../adPerformance/adPerformanceRoute.ts';
import { contentsRoute } from '../lists/contentsRoute.ts';
import { adminLinkRoute } from '../people/adminLinkRoute.ts';
import { maintenanceRoutes } from '../maintenance/maintenanceRoutes.ts';
import { noticeRoute } from '../notices/noticeRoute.ts';
import { implement, ok, type Route } from '../route.ts';
import { snapshotRoute } from '../snapshot/snapshotRoute.ts';
import { trafficListContentsRoute } from '../trafficLists/trafficListRoutes.ts';

/** Routes of all calls from the platform's own processes to the management API. */
export function controlRoutes(deps: ApiDeps): Route[] {
  return [
    implement(
      {
        method: 'GET',
        path: '/internal/ping',
        summary: 'Check that the control plane responds and accepts the token',
        chapter: 'Internal',
        access: 'internal',
        responses: {
          200: {
            description: 'The control plane responds and the token is valid',
            schema: z.object({ status: z.literal('ok') }),
          },
        },
      },
      async () => ok({ status: 'ok' }),
    ),
    snapshotRoute(deps),
    contentsRoute(deps),
    trafficListContentsRoute(deps),
    counterRoute(deps),
    noticeRoute(),
    budgetRoute(deps.budgets),
    adPerformanceRoute(deps),
    acceptRoute(deps),
    adminLinkRoute(deps),
    ...maintenanceRoutes(deps),
  ];
}
