import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sendPreflight } from '../http/sendResponse.ts';
import { answerClick } from '../clicks/answerClick.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { createAnswerMedia } from './answerMedia.ts';
import { answerPreview } from './answerPreview.ts';

/** Registers the routes of our own creatives: files, clicks and previews. */
export function addMediaRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const answerMedia = createAnswerMedia(deps);
  const addReadRoute = (
    url: string,
    answer: (params: Record<string, string>, request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ) =>
    app.route<{ Params: Record<string, string> }>({
      method: ['GET', 'HEAD'],
      url,
      handler: async ({ raw, params }, reply) => {
        reply.hijack();
        await answer(params, raw, reply.raw);
      },
    });
  // The URL is used as requested: no path segment is resolved beforehand.
  addReadRoute('/media/*', (_, request, response) => answerMedia(request, response));
  app.options('/media/*', ({ raw }, reply) => {
    reply.hijack();
    sendPreflight(raw, reply.raw, 'GET, HEAD, OPTIONS');
  });
  addReadRoute('/c/:token/:sealed', ({ token = '', sealed = '' }, request, response) =>
    answerClick(deps, { token, sealed }, request, response),
  );
  addReadRoute('/preview/:sealed', ({ sealed = '' }, request, response) =>
    answerPreview(deps, sealed, request, response),
  );
}
