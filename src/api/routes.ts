import { z } from 'zod';
import { entityList } from '#model/index.ts';
import type { ApiDeps } from './deps.ts';
import { channelTagRoute } from './entities/channelTagRoute.ts';
import { entityRoutes } from './entities/entityRoutes.ts';
import { sharedListRoutes } from './entities/sharedLists.ts';
import { buildOpenApi } from './openapi/buildOpenApi.ts';
import { defineRoute, ok, type Route } from './route.ts';
import { sessionRoutes } from './session/sessionRoutes.ts';
import { snapshotRoute } from './snapshot/snapshotRoute.ts';

/** Every route of the management API: the one table behind the server, the OpenAPI document and the tenancy test. */
export function buildRoutes(deps: ApiDeps): Route[] {
  const routes: Route[] = [
    ...sessionRoutes(deps),
    ...sharedListRoutes(deps),
    ...entityList.flatMap((entity) => entityRoutes(deps, entity)),
    channelTagRoute(deps),
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
