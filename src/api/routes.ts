import { z } from 'zod';
import { entityList } from '#model/index.ts';
import type { ApiDeps } from './deps.ts';
import { channelTagRoute } from './entities/channelTagRoute.ts';
import { entityRoutes } from './entities/entityRoutes.ts';
import { sharedListRoutes } from './entities/sharedLists.ts';
import { logRoutes } from './log/logRoutes.ts';
import { buildOpenApi } from './openapi/buildOpenApi.ts';
import { platformRoutes } from './platform/platformRoutes.ts';
import { profileRoutes } from './profile/profileRoutes.ts';
import { defineRoute, ok, type Route } from './route.ts';
import { searchRoutes } from './search/searchRoutes.ts';
import { sessionRoutes } from './session/sessionRoutes.ts';
import { switchRoute } from './session/switchRoute.ts';
import { snapshotRoute } from './snapshot/snapshotRoute.ts';
import { tooltipRoutes } from './tooltips/tooltipRoutes.ts';
import { viewRoutes } from './views/viewRoutes.ts';

/** Every route of the management API: the one table behind the server, the OpenAPI document and the tenancy test. */
export function buildRoutes(deps: ApiDeps): Route[] {
  const routes: Route[] = [
    ...sessionRoutes(deps),
    switchRoute(deps),
    ...profileRoutes(deps),
    ...platformRoutes(deps),
    ...sharedListRoutes(deps),
    ...entityList.flatMap((entity) => entityRoutes(deps, entity)),
    channelTagRoute(deps),
    ...searchRoutes(deps),
    ...logRoutes(deps),
    ...tooltipRoutes(deps),
    ...viewRoutes(deps),
    ...deps.moreRoutes,
    snapshotRoute(deps),
  ];
  const openApi: Route = defineRoute({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This document',
    chapter: 'About',
    access: 'public',
    answers: { 200: { description: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) } },
    handler: async () => ok(document),
  });
  routes.push(openApi);
  const document = buildOpenApi(routes);
  return routes;
}
