import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { ApiDeps } from './deps.ts';
import { fastifyLogger } from './fastifyLogger.ts';
import { headersOf, httpsOnly, isHttps } from '#runtime/headers/headersOf.ts';
import { recordCalls } from './metrics/recordCalls.ts';
import { closingRejection, problemOfError, sendProblems } from './problems.ts';
import { rejectConnection } from './rejectConnection.ts';

/** Maximum body size: a tag with 256 KB of VAST whose every character JSON may escape. */
const bodyLimit = 2 * 1024 * 1024;

/** Time in milliseconds in which a request has to arrive: an upload of 200 MB needs 2 Mbit/s. */
const requestTimeout = 15 * 60_000;

/** Creates an app without routes, which responds to faults and malformed calls in the form of the API. */
export function createApp({
  config,
  logger,
  metrics,
  tracing,
}: Pick<ApiDeps, 'config' | 'logger' | 'metrics' | 'tracing'>): FastifyInstance {
  const isSecure = isHttps(config.CONSOLE_URL);
  const ofApi = headersOf('api');
  const addHeaders = (request: FastifyRequest, reply: FastifyReply) => {
    if (isSecure) void reply.header(...httpsOnly);
    void reply.headers(ofApi).header('x-request-id', request.id);
  };
  const app: FastifyInstance = Fastify({
    loggerInstance: fastifyLogger(logger),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout,
    // Only the proxy in front is trusted; addresses that its client claims are not.
    trustProxy: config.TRUST_PROXY ? (_address: string, hop: number) => hop < 1 : false,
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: true,
    // Refused below, in the form of the API.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => rejectConnection(error, socket, isSecure),
    frameworkErrors: (error, request, reply) => {
      const { status, problem } = problemOfError(error);
      addHeaders(request, reply);
      void sendProblems(request, reply, status, [problem]);
    },
  });
  app.removeContentTypeParser('text/plain');
  tracing?.register(app);
  if (metrics) recordCalls(app, metrics);
  app.addHook('onRequest', async (request, reply) => addHeaders(request, reply));
  // Provisioning clients name a type for a DELETE without a body, which has none (RFC 9110, 8.3).
  app.addHook('onRequest', async ({ method, headers }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (method === 'DELETE' && !hasBody) delete headers['content-type'];
  });
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!isClosing) return undefined;
    const { status, problem, retryAfterSeconds } = closingRejection;
    void reply.header('retry-after', String(retryAfterSeconds)).header('connection', 'close');
    return sendProblems(request, reply, status, [problem]);
  });
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    const { status, problem, retryAfterSeconds } = problemOfError(error);
    // A caller who disconnected aborted the work. Node removes the socket from a request whose connection is closed.
    const socket: { destroyed: boolean } | null = request.raw.socket;
    if (status >= 500 && socket && !socket.destroyed) request.log.error(error);
    if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
    return sendProblems(request, reply, status, [problem]);
  });
  return app;
}
