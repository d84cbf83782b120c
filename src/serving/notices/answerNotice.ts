import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendHit } from '../answerHttp.ts';
import { readRequest, viewerHeaders } from '../requestFacts.ts';
import type { ServingDeps } from '../servingDeps.ts';

/** Takes a hit on a sealed notice: the bidder is called on behalf of the viewer. Forged and old ones are answered alike. */
export function answerNotice(
  deps: Pick<ServingDeps, 'sealer' | 'notices' | 'now' | 'isProxyTrusted'>,
  sealed: string,
  message: IncomingMessage,
  response: ServerResponse,
): void {
  const url = deps.sealer.open(sealed, deps.now());
  if (url !== null) deps.notices.add([url], viewerHeaders(readRequest(message, deps.isProxyTrusted)));
  sendHit(message, response);
}
