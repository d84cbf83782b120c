import type { IncomingMessage, ServerResponse } from 'node:http';
import { readQuery } from '#standards/readQuery.ts';
import { headersOf } from '#runtime/headers/headersOf.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { sendProblem } from '../http/sendResponse.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { hitRecord } from '../track/hitRecord.ts';
import { sourceOfHit, type SourceDeps } from '../track/sourceOfHit.ts';
import { landingPageOf } from './clickTarget.ts';

/**
 * Answers GET /c/{token}/{sealed} with a redirect to the landing page, after the click is on disk. Only a target that
 * we sealed for the same serve is a landing page: forged clicks are recorded with their verdict and get 404. Late
 * clicks redirect too, but are not counted; clicks on ads of test requests are recorded as tests.
 */
export async function answerClick(
  deps: Pick<ServingDeps, 'media' | 'verifier' | 'spool' | 'now' | 'logger'> & SourceDeps,
  { token, sealed }: { token: string; sealed: string },
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const at = deps.now();
  const verified = deps.verifier.verify('click', token, at);
  const text = verified.verdict === 'forged' ? null : deps.media.clicks.open(sealed, at);
  const requestedUrl = readQuery(message.url ?? '').get('to');
  const landing =
    text === null || verified.payload === null ? null : landingPageOf(text, verified.payload.serveId, requestedUrl);
  const { verdict, payload } = verified;
  // HEAD requests come from programs that check where a link leads: they are not clicks.
  if (message.method === 'GET') {
    const hit = { at, event: 'click', errorCode: 0, verdict } as const;
    const source = payload && verdict === 'valid' ? sourceOfHit(deps, hit, payload, message) : null;
    try {
      await deps.spool.appendDurably(hitRecord({ ...hit, ...(source ? { source } : {}) }, payload));
    } catch (error) {
      // The viewer reaches the landing page even so.
      deps.logger.error(`A click could not be stored: ${errorText(error)}`);
    }
  }
  if (landing === null) {
    return sendProblem(message, response, 404, { code: 'not_found', message: 'This link has no valid destination' });
  }
  response.writeHead(302, {
    ...headersOf('click'),
    location: new URL(landing).href,
    'content-length': 0,
  });
  response.end();
  return undefined;
}
