import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HandedConnections } from '#runtime/listen/handedConnections.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { isHttps } from '#runtime/headers/headersOf.ts';
import { bidderTestPath } from '#model/demand/bidderTest.ts';
import { dsrdeletePaths, jwksPath } from '#standards/deletion/dsrdelete.ts';
import { renderNoAd } from '#standards/vast/renderNoAd.ts';
import { addAdtagRoutes } from './adtag/addAdtagRoutes.ts';
import { answerAd, answerFault } from './vast/answerAd.ts';
import { answerEvent } from './track/answerEvent.ts';
import { sendNoContent, sendPreflight, sendProblem, sendTagged, sendText, sendVast } from './http/sendResponse.ts';
import { answerCacheRead } from './bidCache/answerCacheRead.ts';
import { answerCacheWrite } from './bidCache/answerCacheWrite.ts';
import { answerBidderTest } from './bidderTest/answerBidderTest.ts';
import { answerDeletion } from './deletion/answerDeletion.ts';
import { deletionPath } from './deletion/deletionFiles.ts';
import { answerSdkConfig } from './sdk/answerSdkConfig.ts';
import { answerSellersJson } from './sellers/answerSellersJson.ts';
import { answerBid } from './rtb/answerBid.ts';
import { createHttpServer } from './http/createHttpServer.ts';
import { addMediaRoutes } from './media/addMediaRoutes.ts';
import type { Metrics } from '#runtime/metrics/createMetrics.ts';
import { recordRequests } from './metrics/recordRequests.ts';
import { answerNotice } from './notices/answerNotice.ts';
import { logFault } from './http/logFault.ts';
import { readinessOf } from './http/readinessOf.ts';
import { rejectConnection } from './http/rejectConnection.ts';
import { rejectOtherMethods } from './http/rejectOtherMethods.ts';
import { answerPrebid } from './rtb/answerPrebid.ts';
import { answerRtb } from './rtb/answerRtb.ts';
import type { ServingDeps } from './servingDeps.ts';
import { answerCookieSync } from './sync/answerCookieSync.ts';
import { answerSetuid } from './sync/answerSetuid.ts';

export interface RunningServing {
  /** Port that it listens on; 0 where the parent does. */
  port: number;
  close(): Promise<void>;
}

/** The address of an ad server. */
export interface ServingAddress {
  host: string;
  /** 0 = any free port. */
  port: number;
}

/**
 * Serves ads, pixels and health on an address, or on the connections that the parent hands over. Requests are counted in
 * `requestMetrics`.
 */
export async function startServing(
  deps: ServingDeps,
  address: ServingAddress | HandedConnections,
  requestMetrics: Metrics | null = null,
): Promise<RunningServing> {
  const isSecure = isHttps(deps.adsUrl);
  const app = fastify({
    logger: false,
    routerOptions: {
      // Tags and tokens of any length reach their route.
      maxParamLength: 65_536,
      ignoreTrailingSlash: true,
      querystringParser: () => noQuery,
    },
    serverFactory: (route) => createHttpServer(route, { isSecure }),
    clientErrorHandler: (error, socket) => rejectConnection(error, socket, isSecure),
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    // A path that cannot be decoded names no channel.
    frameworkErrors: (_error, { raw }, reply) => {
      reply.hijack();
      if (raw.url?.startsWith('/vast/')) answerAdSafely(deps, '', raw, reply.raw);
      else notFound(raw, reply.raw);
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, payload, done) => {
    // The handlers of these routes read the body themselves. Bodies of beacons are discarded.
    if (!bodyRoutes.has(request.routeOptions.url ?? '')) payload.resume();
    done(null);
  });
  if (requestMetrics) recordRequests(app, requestMetrics);
  const addRejections = rejectOtherMethods(app);
  addRoutes(app, deps);
  addAdtagRoutes(app, deps);
  addMediaRoutes(app, deps);
  addRejections();
  if ('serve' in address) {
    await app.ready();
    address.serve('ads', app.server);
    return {
      port: 0,
      async close() {
        await address.finish('ads');
        await app.close();
      },
    };
  }
  await app.listen({ ...address, backlog });
  return {
    port: (app.server.address() as AddressInfo).port,
    close: () => app.close(),
  };
}

/** Routes of bid requests, cookie syncs, the cache, deletion requests and tests of bidders, which read a body. */
const bodyRoutes: ReadonlySet<string> = new Set([
  '/openrtb2/auction',
  '/rtb/:channelUid',
  '/bid/:supplierUid',
  '/cookie_sync',
  '/cache',
  deletionPath,
  bidderTestPath,
]);

/** Handlers parse the query from the URL themselves, and leniently. */
const noQuery = {};

/**
 * Connections that may wait to be accepted, up to the kernel's limit. Node's default of 511 is too small for bursts.
 */
const backlog = 4096;

/** Handles a request on the raw socket, without the framework. */
type Respond<P> = (request: IncomingMessage, response: ServerResponse, params: P) => void | Promise<void>;

function addRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const answerReadiness = readinessOf(deps);
  const answerNoBidOnError = (work: Promise<void>, request: IncomingMessage, response: ServerResponse) =>
    work.catch((error: unknown) => sendNoBid(deps, request, response, error));

  for (const url of ['/vast/:channelUid', '/vast']) {
    // HEAD cannot show an ad: no auction, and nothing is counted.
    route(['HEAD'], url, (request, response) => sendVast(request, response, renderNoAd('3.0')));
    route<{ channelUid?: string }>(['GET'], url, (request, response, { channelUid = '' }) =>
      answerAdSafely(deps, channelUid, request, response),
    );
  }
  preflight('/vast/:channelUid', 'GET, HEAD, OPTIONS');

  route(['POST'], '/openrtb2/auction', (request, response) =>
    answerNoBidOnError(answerPrebid(deps, request, response), request, response),
  );
  route<{ channelUid: string }>(['POST'], '/rtb/:channelUid', (request, response, { channelUid }) =>
    answerNoBidOnError(answerRtb(deps, channelUid, request, response), request, response),
  );
  route<{ supplierUid: string }>(['POST'], '/bid/:supplierUid', (request, response, { supplierUid }) =>
    answerNoBidOnError(answerBid(deps, supplierUid, request, response), request, response),
  );
  route(['POST'], '/cookie_sync', (request, response) =>
    answerNoBidOnError(answerCookieSync(deps, request, response), request, response),
  );
  for (const url of bodyRoutes) preflight(url, url === '/cache' ? 'GET, HEAD, POST, OPTIONS' : 'POST, OPTIONS');

  route(['GET', 'HEAD'], '/setuid', (request, response) => answerSetuid(deps, request, response));
  preflight('/setuid', 'GET, HEAD, OPTIONS');

  const hits = ['GET', 'HEAD', 'POST'];
  route<{ sealed: string }>(hits, '/n/:sealed', (request, response, { sealed }) =>
    answerNotice(deps, sealed, request, response),
  );
  preflight('/n/:sealed', 'GET, HEAD, POST, OPTIONS');
  for (const [url, source] of [
    ['/e/:event/:token', 'ad'],
    ['/n/:event/:token', 'notice'],
  ] as const) {
    route<{ event: string; token: string }>(hits, url, (request, response, params) =>
      answerEvent(deps, { source, ...params }, request, response),
    );
    preflight(url, 'GET, HEAD, POST, OPTIONS');
  }

  route(['GET', 'HEAD'], '/cache', (request, response) => answerCacheRead(deps, request, response));
  route(['POST'], '/cache', (request, response) => answerCacheWrite(deps, request, response));

  route(['GET', 'HEAD'], '/sdk/v1/config', (request, response) => answerSdkConfig(deps, request, response));
  preflight('/sdk/v1/config', 'GET, HEAD, OPTIONS');
  route(['GET', 'HEAD'], '/sellers.json', (request, response) => answerSellersJson(deps, request, response));
  for (const url of dsrdeletePaths) {
    route(['GET', 'HEAD'], url, (request, response) =>
      sendTagged(request, response, deps.deletionFiles.dsrdelete, 'publicFile'),
    );
  }
  route(['GET', 'HEAD'], jwksPath, (request, response) =>
    sendTagged(request, response, deps.deletionFiles.jwks, 'publicFile'),
  );
  route(['POST'], bidderTestPath, (request, response) => answerBidderTest(deps, request, response));
  route(['POST'], deletionPath, (request, response) => answerDeletion(deps, request, response));
  route(['GET', 'HEAD'], '/healthz', (request, response) => sendText(request, response, 200, 'ok'));
  route(['GET', 'HEAD'], '/readyz', answerReadiness);
  route(['GET', 'HEAD'], '/', (request, response) => sendText(request, response, 200, 'Bidhouse ad serving'));

  app.setNotFoundHandler(({ raw }, reply) => {
    reply.hijack();
    if (app.supportedMethods.includes(raw.method ?? '')) return notFound(raw, reply.raw);
    reply.raw.setHeader('allow', 'GET, HEAD, OPTIONS, POST');
    sendProblem(raw, reply.raw, 405, { code: 'method_not_allowed', message: 'No path supports this method' });
  });
  app.setErrorHandler((error, { raw }, reply) => {
    reply.hijack();
    const status = rejectionStatusOf(error);
    if (status !== null) {
      return sendProblem(raw, reply.raw, status, { code: 'bad_request', message: 'The request is malformed' });
    }
    logFault(deps.logger, reply.raw, error);
    sendProblem(raw, reply.raw, 500, { code: 'internal', message: 'Internal error' });
  });

  function route<P = unknown>(method: string[], url: string, respond: Respond<P>): void {
    app.route({
      method,
      url,
      handler: ({ raw, params }, reply) => {
        reply.hijack();
        return respond(raw, reply.raw, params as P)?.catch((error: unknown) => sendFault(deps, raw, reply.raw, error));
      },
    });
  }

  function preflight(url: string, methods: string): void {
    route(['OPTIONS'], url, (request, response) => sendPreflight(request, response, methods));
  }
}

function answerAdSafely(deps: ServingDeps, uid: string, request: IncomingMessage, response: ServerResponse): void {
  try {
    answerAd(deps, uid, request, response);
  } catch (error) {
    answerFault(deps, request, response, error);
  }
}

/** The status with which the framework rejected a request; null for an error of our own. */
function rejectionStatusOf(error: unknown): number | null {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}

/** A failed request is answered as a no-bid. */
function sendNoBid(deps: ServingDeps, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  logFault(deps.logger, response, error);
  if (!response.headersSent) sendNoContent(request, response);
}

/** Answers a request that our own code fails to handle. */
function sendFault(deps: ServingDeps, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  logFault(deps.logger, response, error);
  if (response.headersSent) response.destroy();
  else sendProblem(request, response, 500, { code: 'internal', message: 'Internal error' });
}

function notFound(request: IncomingMessage, response: ServerResponse): void {
  sendProblem(request, response, 404, { code: 'not_found', message: 'There is no such path' });
}
