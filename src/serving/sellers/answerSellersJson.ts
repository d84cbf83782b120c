import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendProblem, sendTagged } from '../http/answerHttp.ts';
import type { ServingDeps } from '../servingDeps.ts';

/** How long buyers may keep a file, in seconds: they look once a day, and a new seller is wanted sooner. */
const maxAgeS = 3600;

/** Answers GET /sellers.json: whom the platform pays, or on the domain of an account whom that account pays. */
export function answerSellersJson(
  deps: Pick<ServingDeps, 'snapshot' | 'isSnapshotLoaded' | 'isProxyTrusted' | 'sellerFiles'>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // Half a list would tell that the other sellers are none.
  if (!deps.isSnapshotLoaded()) {
    return sendProblem(request, response, 503, {
      code: 'starting',
      message: 'Not ready yet. Try again in a few seconds',
    });
  }
  const { json, etag } = deps.sellerFiles.fileAt(deps.snapshot(), requestedHost(request, deps.isProxyTrusted));
  sendTagged(request, response, json, etag, `public, max-age=${maxAgeS}`);
}

/** The host that was asked, or that a trusted proxy was asked: lower case, without a port. */
function requestedHost({ headers }: IncomingMessage, isProxyTrusted: boolean): string {
  const forwarded = isProxyTrusted ? headers['x-forwarded-host'] : undefined;
  const first = (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(',')[0]?.trim();
  return (first || headers.host || '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}
