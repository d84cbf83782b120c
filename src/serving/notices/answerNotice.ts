import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendPixel } from '../http/sendResponse.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { readNotice } from './noticeUrl.ts';

/**
 * Answers a hit on a sealed notice URL and calls the bidder. Forged and expired notices get the same response. The
 * bidder learns nothing about the caller: it may be a partner's server, and the viewer's choices are not known here.
 */
export function answerNotice(
  deps: Pick<ServingDeps, 'sealer' | 'sealedNotices' | 'now'>,
  sealed: string,
  message: IncomingMessage,
  response: ServerResponse,
): void {
  // A notice opens once. HEAD does not open it.
  const text = message.method === 'HEAD' ? null : deps.sealer.open(sealed, deps.now());
  if (text !== null) deps.sealedNotices.send(sealed, [readNotice(text)]);
  sendPixel(message, response);
}
