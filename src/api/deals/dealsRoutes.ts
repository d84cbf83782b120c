import type { ApiDeps } from '../deps.ts';
import type { Route } from '../route.ts';
import { checkRoute } from './checkRoute.ts';
import { observedDealsRoute } from './observedDealsRoute.ts';

/** What there is of deals beside their fields: those that are offered and not set up, and why one does not work. */
export function dealsRoutes(deps: ApiDeps): Route[] {
  return [observedDealsRoute(deps), checkRoute(deps)];
}
