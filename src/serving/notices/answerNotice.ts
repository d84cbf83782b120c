import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendHit } from '../answerHttp.ts';
import type { ServingDeps } from '../servingDeps.ts';

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
  const url = deps.sealer.open(sealed, deps.now());
  if (url !== null) deps.notices.add([url]);
  sendHit(message, response);
}
