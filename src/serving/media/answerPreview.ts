import type { IncomingMessage, ServerResponse } from 'node:http';
import { headersOf } from '#runtime/headers/headersOf.ts';
import type { SealedPreview } from '#model/buying/sealedPreview.ts';
import { truncateUserAgent } from '#standards/truncateUserAgent.ts';
import { fillPassedOnMacros } from '#standards/macros.ts';
import { viewerMacros } from '#standards/viewerMacros.ts';
import { sendProblem } from '../http/sendResponse.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { waitForRow } from '../snapshot/waitForRow.ts';
import { previewPage } from './previewPage.ts';

/** Answers GET /preview/{sealed} with a page that shows a creative in an opaque origin, for a frame of the console. */
export async function answerPreview(
  deps: Pick<ServingDeps, 'media' | 'snapshot' | 'adsUrl' | 'sellerDomain' | 'now' | 'random' | 'newServeId'>,
  sealed: string,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = deps.media.previews.open(sealed, deps.now());
  const row = text === null ? null : await previewedRow(deps, JSON.parse(text) as SealedPreview);
  if (!row) {
    return sendProblem(message, response, 404, {
      code: 'not_found',
      message: 'This preview has expired. Open it again',
    });
  }
  const moment = {
    timestamp: new Date(deps.now()).toISOString(),
    random: deps.random(),
    serveId: deps.newServeId(),
    serverSide: '0',
  } as const;
  const agent = truncateUserAgent(message.headers['user-agent'] ?? '');
  const values = viewerMacros(new Map(), { site: '', page: undefined, address: '', agent }, moment);
  const place = {
    mediaUrl: `${deps.adsUrl}/media`,
    registry: deps.sellerDomain,
    fill: (template: string) => fillPassedOnMacros(template, values),
  };
  const html = previewPage(row, place, `${deps.adsUrl}/adtag/preview.js`);
  response.writeHead(200, {
    ...headersOf('preview', deps.media),
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
  });
  response.end(message.method === 'HEAD' ? undefined : html);
  return undefined;
}

/** The row in the version for which the preview was opened, or a later one. */
function previewedRow({ snapshot }: Pick<ServingDeps, 'snapshot'>, { id, version }: SealedPreview) {
  return waitForRow(() => snapshot().rows.creative.get(id), version);
}
