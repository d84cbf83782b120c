import type { FastifyInstance } from 'fastify';
import { controlVersion, controlVersionHeader } from '#runtime/control/controlVersion.ts';
import { createApp } from '../createApp.ts';
import type { ApiDeps } from '../deps.ts';
import { sendProblems } from '../problems.ts';
import { registerRoutes } from '../registerRoutes.ts';
import type { Route } from '../route.ts';
import { controlAdmission } from './controlAdmission.ts';

/** Builds the app of the internal calls, ready to listen. No other app has these routes. */
export function buildControl(
  deps: Pick<ApiDeps, 'config' | 'logger' | 'metrics' | 'tracing'>,
  routes: readonly Route[],
): FastifyInstance {
  const app = createApp(deps);
  app.addHook('onRequest', async (_request, reply) => void reply.header(controlVersionHeader, controlVersion));
  registerRoutes(app, routes, controlAdmission([deps.config.secret, ...deps.config.otherSecrets]));
  app.setNotFoundHandler((request, reply) =>
    sendProblems(request, reply, 404, [{ code: 'not_found', message: 'There is no such endpoint', path: '' }]),
  );
  return app;
}
