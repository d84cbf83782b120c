import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { registerEncryption } from './encryption/registerEncryption.ts';
import { registerHealth } from './health.ts';
import { registerConsole } from './page/registerConsole.ts';
import type { ApiDeps } from './deps.ts';
import { problemOfError, sendProblems } from './problems.ts';
import { registerRoutes } from './registerRoutes.ts';
import { buildRoutes } from './routes.ts';
import { openCallers } from './session/callerOf.ts';

/** The largest body taken: a tag with 256 KB of VAST, whose every character JSON may escape. */
const bodyLimit = 2 * 1024 * 1024;

/** Builds the management API and the console's pages as one Fastify app, ready to listen. */
export async function buildApi(deps: ApiDeps): Promise<FastifyInstance> {
  const { config } = deps;
  const app = Fastify({
    logger: config.LOG_LEVEL === 'silent' ? false : { level: config.LOG_LEVEL },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    // Only the proxy in front is believed; what its own caller claims is not.
    trustProxy: config.TRUST_PROXY ? (_address: string, hop: number) => hop < 1 : false,
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => {
      const { status, problem } = problemOfError(error);
      void reply.header('x-request-id', request.id);
      void sendProblems(request, reply, status, [problem]);
    },
  });
  app.removeContentTypeParser('text/plain');
  const isHttps = config.CONSOLE_URL?.startsWith('https:') ?? false;
  app.addHook('onRequest', async (request, reply) => {
    if (isHttps) void reply.header('strict-transport-security', 'max-age=31536000');
    void reply
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .header('x-request-id', request.id)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'same-origin')
      .header('cross-origin-resource-policy', 'same-origin');
  });
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    const { status, problem, retryAfterSeconds } = problemOfError(error);
    // Who went away has ended what was done for it: that is no fault.
    if (status >= 500 && !request.socket.destroyed) request.log.error(error);
    if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
    return sendProblems(request, reply, status, [problem]);
  });
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip', 'deflate', 'identity'] });
  await app.register(cookie);
  const parts = { routes: buildRoutes(deps), callerOf: openCallers(deps) };
  registerEncryption(app, deps, parts.callerOf);
  registerRoutes(app, deps, parts);
  registerHealth(app, deps);
  await registerConsole(app, deps, parts);
  return app;
}
