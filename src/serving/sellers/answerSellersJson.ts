import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendProblem, sendTagged } from '../http/sendResponse.ts';
import type { ServingDeps } from '../servingDeps.ts';

/**
 * Answers GET /sellers.json: the sellers that the platform pays, or on an account's domain those that the account pays.
 */
export function answerSellersJson(
  deps: Pick<ServingDeps, 'snapshot' | 'isSnapshotLoaded' | 'isProxyTrusted' | 'sellerFiles'>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // An incomplete list would deny the missing sellers.
  if (!deps.isSnapshotLoaded()) {
    return sendProblem(request, response, 503, {
      code: 'starting',
      message: 'Not ready yet. Try again in a few seconds',
    });
  }
  const file = deps.sellerFiles.fileAt(deps.snapshot(), requestedHost(request, deps.isProxyTrusted));
  sendTagged(request, response, file, 'publicFile');
}

/** The requested host, or the one that a trusted proxy forwards: lower case, without a port. */
function requestedHost({ headers }: IncomingMessage, isProxyTrusted: boolean): string {
  const forwarded = isProxyTrusted ? headers['x-forwarded-host'] : undefined;
  const first = (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(',')[0]?.trim();
  return (first || headers.host || '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}
