import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendPixel } from '../http/answerHttp.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { readNotice } from './noticeUrl.ts';

/**
 * Takes a hit on a sealed notice: the bidder is called. Forged and old ones are answered alike. Nothing is told of who
 * brings it: it may be a partner's server, and what a viewer allows is not known here.
 */
export function answerNotice(
  deps: Pick<ServingDeps, 'sealer' | 'notices' | 'now'>,
  sealed: string,
  message: IncomingMessage,
  response: ServerResponse,
): void {
  // A notice opens once, and HEAD is none.
  const text = message.method === 'HEAD' ? null : deps.sealer.open(sealed, deps.now());
  if (text !== null) {
    const { kind, url } = readNotice(text);
    // A bill that is not heard is an impression that nobody pays.
    if (kind === 'bill') deps.notices.addWithRetries(url);
    else deps.notices.add([url]);
  }
  sendPixel(message, response);
}
