import type { ApiDeps } from '../deps.ts';
import type { Route } from '../route.ts';
import { checkRoute } from './checkRoute.ts';
import { observedDealsRoute } from './observedDealsRoute.ts';

/** Routes for deals that are offered but not set up, and for the checks of one deal. */
export function dealsRoutes(deps: ApiDeps): Route[] {
  return [observedDealsRoute(deps), checkRoute(deps)];
}
