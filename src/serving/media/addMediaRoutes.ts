import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sendPreflight } from '../http/answerHttp.ts';
import { answerClick } from '../clicks/answerClick.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { createMediaAnswer } from './answerMedia.ts';
import { answerPreview } from './answerPreview.ts';

/** What ads of our own are made of: their files, their clicks, and previews of them. */
export function addMediaRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const answerMedia = createMediaAnswer(deps);
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
  // Files are found by the address as it was asked for: nothing of it is resolved on the way.
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
