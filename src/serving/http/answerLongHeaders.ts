import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import { readQuery } from '#standards/readQuery.ts';
import { renderNoAd } from '#standards/vast/renderNoAd.ts';
import { sendJson, sendNoContent, sendProblem, sendVast } from './sendResponse.ts';
import { versionTerms } from '../vast/versionTerms.ts';

/** Maximum header lines of a request, as in Apache. Browsers send a fifth of them. */
const maxLines = 100;

/** Maximum characters of all header names and values, without the URL: Node's default limit in bytes. */
const maxCharacters = 16_384;

/** Whether a request has more or longer headers than browsers send. */
export function hasLongHeaders({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  // Names and values alternate.
  if (rawHeaders.length > 2 * maxLines) return true;
  let characters = 0;
  for (const text of rawHeaders) characters += text.length;
  return characters > maxCharacters;
}

/**
 * Answers a request with long headers: ad requests get a no-ad in their format, all others 431. Nothing is recorded.
 */
export function answerLongHeaders(request: IncomingMessage, response: ServerResponse): void {
  const { method, url = '' } = request;
  // The rest of the body will not be read.
  if (!request.complete) response.shouldKeepAlive = false;
  if ((method === 'GET' || method === 'HEAD') && /^\/vast(?:[/?]|$)/.test(url)) {
    return sendVast(request, response, renderNoAd(versionTerms('auto', readQuery(url)).version));
  }
  if (method === 'POST' && url.startsWith('/openrtb2/auction')) {
    return sendJson(request, response, JSON.stringify({ id: '', seatbid: [] } satisfies BidResponse));
  }
  if (method === 'POST' && /^\/(?:rtb|bid)\//.test(url)) return sendNoContent(request, response);
  const message = `At most ${maxLines} header lines with ${maxCharacters} characters in total`;
  sendProblem(request, response, 431, { code: 'headers_too_large', message });
}
