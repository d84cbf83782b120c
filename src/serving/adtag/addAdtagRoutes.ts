import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { headersOf } from '#runtime/headers/headersOf.ts';
import { readQuery } from '#standards/readQuery.ts';
import { codingFor, compress, minCompressedBytes } from '../http/contentCoding.ts';
import { sendPreflight, sendProblem } from '../http/sendResponse.ts';
import type { ServingDeps } from '../servingDeps.ts';
import type { StaticFile } from './adtagFiles.ts';
import { displayTag, emptyTag } from './displayTag.ts';
import { anyPage, sendStatic, type StaticKind } from './sendStatic.ts';

const scriptType = 'text/javascript; charset=utf-8';

const script: StaticKind = { type: scriptType, kind: 'script' };
const frame: StaticKind = { type: 'text/html; charset=utf-8', kind: 'adFrame' };

/** The browser SDK: its script, its frame, and the display tags that load it. */
export function addAdtagRoutes(
  app: FastifyInstance,
  deps: Pick<ServingDeps, 'adtag' | 'snapshot' | 'isSnapshotLoaded'>,
): void {
  const answers: [url: string, answer: (request: IncomingMessage, response: ServerResponse) => void][] = [
    ['/adtag.js', (request, response) => answerFile(request, response, deps.adtag.script, script)],
    ['/adtag/frame.html', (request, response) => answerFile(request, response, deps.adtag.frame, frame)],
    ['/adtag/preview.js', (request, response) => answerFile(request, response, deps.adtag.preview, script)],
    ['/tag/:file', (request, response) => answerTag(deps, request, response)],
  ];
  for (const [url, answer] of answers) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: ({ raw }, reply) => {
        reply.hijack();
        answer(raw, reply.raw);
      },
    });
    app.options(url, ({ raw }, reply) => {
      reply.hijack();
      sendPreflight(raw, reply.raw, 'GET, HEAD, OPTIONS');
    });
  }
}

function answerFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: StaticFile | null,
  kind: StaticKind,
): void {
  if (file) sendStatic(request, response, file, kind);
  else sendProblem(request, response, 404, { code: 'not_built', message: 'The SDK has not been built' });
}

/** Answers GET /tag/{channelUid}.js, always with a script: pages can do nothing else with the response. */
function answerTag(
  { snapshot, isSnapshotLoaded }: Pick<ServingDeps, 'snapshot' | 'isSnapshotLoaded'>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const url = request.url ?? '';
  const uid = /^\/tag\/([\w-]+)\.js(?:[/?#]|$)/.exec(url)?.[1] ?? '';
  const isKnown = snapshot().channelByUid.has(uid);
  const text = isKnown ? displayTag(uid, readQuery(url)) : emptyTag;
  // Before the first snapshot every channel is unknown.
  const kind = isKnown ? 'displayTag' : isSnapshotLoaded() ? 'unknownTag' : 'ad';
  const plain = Buffer.from(text);
  const isLong = plain.length >= minCompressedBytes;
  const coding = isLong ? codingFor(request) : null;
  const body = coding ? compress(plain, coding) : plain;
  response.writeHead(200, {
    ...anyPage,
    ...headersOf(kind),
    ...(isLong ? { vary: 'Accept-Encoding' } : {}),
    ...(coding ? { 'content-encoding': coding } : {}),
    'content-type': scriptType,
    'content-length': body.length,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
