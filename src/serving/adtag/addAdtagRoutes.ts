import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { readQuery } from '#standards/readQuery.ts';
import { codingFor, compress, minCompressedBytes } from '../http/contentCoding.ts';
import { sendPreflight, sendProblem } from '../http/sendResponse.ts';
import type { ServingDeps } from '../servingDeps.ts';
import type { StaticFile } from './adtagFiles.ts';
import { displayTag, emptyTag } from './displayTag.ts';
import { publicHeaders, sendStatic, type StaticKind } from './sendStatic.ts';

const scriptType = 'text/javascript; charset=utf-8';

/** Pages get a new release within 15 minutes and never wait for it: a stale copy is used while it is revalidated. */
const script: StaticKind = {
  type: scriptType,
  cacheControl: 'public, max-age=900, stale-while-revalidate=86400',
};

/** The sandbox gives everything in the frame an opaque origin, whichever page embeds it. */
const frame: StaticKind = {
  type: 'text/html; charset=utf-8',
  cacheControl: 'public, max-age=86400',
  headers: {
    'content-security-policy':
      'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
  },
};

/** Cache time of a tag in seconds. It is short for unknown channels, so that a new channel works soon. */
const tagMaxAgeS = { known: 300, unknown: 60 } as const;

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
  const seconds = isKnown ? tagMaxAgeS.known : tagMaxAgeS.unknown;
  const plain = Buffer.from(text);
  const isLong = plain.length >= minCompressedBytes;
  const coding = isLong ? codingFor(request) : null;
  const body = coding ? compress(plain, coding) : plain;
  response.writeHead(200, {
    ...publicHeaders,
    ...(isLong ? { vary: 'Accept-Encoding' } : {}),
    ...(coding ? { 'content-encoding': coding } : {}),
    'content-type': scriptType,
    'content-length': body.length,
    // Before the first snapshot every channel is unknown.
    'cache-control': isKnown || isSnapshotLoaded() ? `public, max-age=${seconds}` : 'no-store',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
