import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { renderNoAd } from '#standards/vast/renderNoAd.ts';
import { addAdtagRoutes } from './adtag/addAdtagRoutes.ts';
import { answerAd, answerFault } from './answerAd.ts';
import { answerEvent } from './answerEvent.ts';
import { sendNothing, sendPreflight, sendProblem, sendText, sendVast } from './answerHttp.ts';
import { answerSdkConfig } from './answerSdkConfig.ts';
import { answerSellersJson } from './answerSellersJson.ts';
import { answerBid } from './bid/answerBid.ts';
import { createHttpServer } from './createHttpServer.ts';
import { addMediaRoutes } from './media/addMediaRoutes.ts';
import { answerNotice } from './notices/answerNotice.ts';
import { readinessOf } from './readinessOf.ts';
import { refuseConnection } from './refuseConnection.ts';
import { answerPrebid } from './rtb/answerPrebid.ts';
import { answerRtb } from './rtb/answerRtb.ts';
import type { ServingDeps } from './servingDeps.ts';
import { answerCookieSync } from './sync/answerCookieSync.ts';
import { answerSetuid } from './sync/answerSetuid.ts';

/** A running server of ads and pixels. */
export interface RunningServing {
  /** The port it listens on. */
  port: number;
  close(): Promise<void>;
}

/** Serves ads, pixels and health on an address. */
export async function startServing(
  deps: ServingDeps,
  address: { host: string; port: number },
): Promise<RunningServing> {
  const app = fastify({
    logger: false,
    routerOptions: {
      // A tag or a token of any length is answered, not refused.
      maxParamLength: 65_536,
      ignoreTrailingSlash: true,
      querystringParser: () => noQuery,
    },
    serverFactory: createHttpServer,
    clientErrorHandler: refuseConnection,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    // A path that cannot be decoded has no channel.
    frameworkErrors: (_error, { raw }, reply) => {
      reply.hijack();
      if (raw.url?.startsWith('/vast/')) ad(deps, '', raw, reply.raw);
      else notFound(raw, reply.raw);
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, payload, done) => {
    // Bid requests and cookie syncs are read by their doors. Beacons bring bodies that nobody needs.
    if (!bodyDoors.has(request.routeOptions.url ?? '')) payload.resume();
    done(null);
  });
  addRoutes(app, deps);
  addAdtagRoutes(app, deps);
  addMediaRoutes(app, deps);
  await app.listen({ ...address, backlog });
  return {
    port: (app.server.address() as AddressInfo).port,
    close: () => app.close(),
  };
}

/** Where bid requests and cookie syncs come in. */
const bodyDoors: ReadonlySet<string> = new Set([
  '/openrtb2/auction',
  '/rtb/:channelUid',
  '/bid/:supplierUid',
  '/cookie_sync',
]);

/** The query is read from the URL where it is needed, and leniently. */
const noQuery = {};

/** Connections that may wait to be taken, as far as the kernel lets: more come at once than the usual 511 when all do. */
const backlog = 4096;

function addRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const answerReadiness = readinessOf(deps);
  for (const url of ['/vast/:channelUid', '/vast']) {
    app.head(url, ({ raw }, reply) => {
      reply.hijack();
      // Nobody can show an ad from headers: no auction, and nothing to count.
      sendVast(raw, reply.raw, renderNoAd('3.0'));
    });
    app.route<{ Params: { channelUid?: string } }>({
      method: 'GET',
      url,
      handler: ({ raw, params }, reply) => {
        reply.hijack();
        ad(deps, params.channelUid ?? '', raw, reply.raw);
      },
    });
  }
  app.options('/vast/:channelUid', ({ raw }, reply) => {
    reply.hijack();
    sendPreflight(raw, reply.raw, 'GET, HEAD, OPTIONS');
  });
  app.post('/openrtb2/auction', ({ raw }, reply) => {
    reply.hijack();
    void answerPrebid(deps, raw, reply.raw).catch((error: unknown) => fault(deps, raw, reply.raw, error));
  });
  app.post<{ Params: { channelUid: string } }>('/rtb/:channelUid', ({ raw, params }, reply) => {
    reply.hijack();
    void answerRtb(deps, params.channelUid, raw, reply.raw).catch((error: unknown) =>
      fault(deps, raw, reply.raw, error),
    );
  });
  app.post<{ Params: { supplierUid: string } }>('/bid/:supplierUid', ({ raw, params }, reply) => {
    reply.hijack();
    void answerBid(deps, params.supplierUid, raw, reply.raw).catch((error: unknown) =>
      fault(deps, raw, reply.raw, error),
    );
  });
  app.post('/cookie_sync', ({ raw }, reply) => {
    reply.hijack();
    void answerCookieSync(deps, raw, reply.raw).catch((error: unknown) => fault(deps, raw, reply.raw, error));
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/setuid',
    handler: ({ raw }, reply) => {
      reply.hijack();
      answerSetuid(deps, raw, reply.raw);
    },
  });
  app.options('/setuid', ({ raw }, reply) => {
    reply.hijack();
    sendPreflight(raw, reply.raw, 'GET, HEAD, OPTIONS');
  });
  for (const url of bodyDoors) {
    app.options(url, ({ raw }, reply) => {
      reply.hijack();
      sendPreflight(raw, reply.raw, 'POST, OPTIONS');
    });
  }
  app.route<{ Params: { sealed: string } }>({
    method: ['GET', 'HEAD', 'POST'],
    url: '/n/:sealed',
    handler: ({ raw, params }, reply) => {
      reply.hijack();
      answerNotice(deps, params.sealed, raw, reply.raw);
    },
  });
  app.options('/n/:sealed', ({ raw }, reply) => {
    reply.hijack();
    sendPreflight(raw, reply.raw, 'GET, HEAD, POST, OPTIONS');
  });
  for (const [url, door] of [
    ['/e/:event/:token', 'ad'],
    ['/n/:event/:token', 'notice'],
  ] as const) {
    app.route<{ Params: { event: string; token: string } }>({
      method: ['GET', 'HEAD', 'POST'],
      url,
      handler: async ({ raw, params }, reply) => {
        reply.hijack();
        await answerEvent(deps, { door, ...params }, raw, reply.raw);
      },
    });
    app.options(url, ({ raw }, reply) => {
      reply.hijack();
      sendPreflight(raw, reply.raw, 'GET, HEAD, POST, OPTIONS');
    });
  }
  app.route({
    method: ['GET', 'HEAD'],
    url: '/sdk/v1/config',
    handler: ({ raw }, reply) => {
      reply.hijack();
      answerSdkConfig(deps, raw, reply.raw);
    },
  });
  app.options('/sdk/v1/config', ({ raw }, reply) => {
    reply.hijack();
    sendPreflight(raw, reply.raw, 'GET, HEAD, OPTIONS');
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/sellers.json',
    handler: ({ raw }, reply) => {
      reply.hijack();
      answerSellersJson(deps, raw, reply.raw);
    },
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/healthz',
    handler: ({ raw }, reply) => {
      reply.hijack();
      sendText(raw, reply.raw, 200, 'ok');
    },
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/readyz',
    handler: async ({ raw }, reply) => {
      reply.hijack();
      await answerReadiness(raw, reply.raw);
    },
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: ({ raw }, reply) => {
      reply.hijack();
      sendText(raw, reply.raw, 200, 'Bidhouse ad serving');
    },
  });
  app.setNotFoundHandler(({ raw }, reply) => {
    reply.hijack();
    notFound(raw, reply.raw);
  });
  app.setErrorHandler((error, { raw }, reply) => {
    reply.hijack();
    const status = refusalStatusOf(error);
    if (status !== null) {
      return sendProblem(raw, reply.raw, status, { code: 'bad_request', message: 'The request is malformed' });
    }
    deps.logger.error(error);
    sendProblem(raw, reply.raw, 500, { code: 'internal', message: 'Something went wrong' });
  });
}

function ad(deps: ServingDeps, uid: string, request: IncomingMessage, response: ServerResponse): void {
  try {
    answerAd(deps, uid, request, response);
  } catch (error) {
    answerFault(deps, request, response, error);
  }
}

/** The status with which the framework refuses a request; null of an error that is a fault of ours. */
function refusalStatusOf(error: unknown): number | null {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}

/** A bidder that fails has no bid. */
function fault(deps: ServingDeps, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  deps.logger.error(error);
  if (!response.headersSent) sendNothing(request, response);
}

function notFound(request: IncomingMessage, response: ServerResponse): void {
  sendProblem(request, response, 404, { code: 'not_found', message: 'Nothing is here' });
}
