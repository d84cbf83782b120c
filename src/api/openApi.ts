import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { buildApi } from './buildApi.ts';
import { buildControl } from './control/buildControl.ts';
import { controlRoutes } from './control/controlRoutes.ts';
import type { ApiDeps } from './deps.ts';
import { openDeps, type ApiStores } from './openDeps.ts';
import type { Route } from './route.ts';
import { buildRoutes } from './routes.ts';
import { startWork, type RunningWork } from './startWork.ts';

/** The management API of one process. */
export interface OpenedApi {
  deps: ApiDeps;
  /** The console and the API, for users and their programs. */
  app: FastifyInstance;
  routes: readonly Route[];
  /** The internal calls, for ad serving. */
  control: FastifyInstance;
  controlRoutes: readonly Route[];
  /** Starts the repeated work: caps, floors, schedules, exports, mails, housekeeping. */
  startWork(): RunningWork;
  /** Closes both apps; the stores stay open. */
  close(): Promise<void>;
}

/**
 * Composes the management API, in production and in tests: both apps with their routes and repeated work, over stores
 * whose schema must be up to date by the first call. Nothing listens or runs yet.
 */
export async function openApi(config: Config, stores: ApiStores, now: () => Date): Promise<OpenedApi> {
  const deps = openDeps(config, stores, now);
  const routes = buildRoutes(deps);
  const internal = controlRoutes(deps);
  const app = await buildApi(deps, routes);
  const control = buildControl(deps, internal);
  return {
    deps,
    app,
    routes,
    control,
    controlRoutes: internal,
    startWork: () => startWork(deps),
    async close() {
      await Promise.all([control.close(), app.close()]);
      deps.snapshotNotifier.close();
      await deps.deletions.close();
      await deps.trafficLists.close();
      await deps.callLimiter.close();
    },
  };
}
