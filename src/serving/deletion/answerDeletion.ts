import type { IncomingMessage, ServerResponse } from 'node:http';
import { decodeJwt } from '#runtime/jwt/decodeJwt.ts';
import { tokenInBody } from '#standards/deletion/tokenInBody.ts';
import { sendJson, sendJwt, sendProblem } from '../http/sendResponse.ts';
import { readRequest } from '../imp/requestSignals.ts';
import { readBody } from '../rtb/readBody.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { clientSlot } from './clientSlot.ts';
import type { HandedOnDeletion } from './httpDeletions.ts';

/** Maximum characters of a request (rqJWT), which contains another JWT. */
const maxLength = 16_384;
/** Maximum requests per second over all ad-serving processes: of one client's address, and of all. */
const maxPerClient = 40;
const maxPerSecond = 100;

/**
 * Answers POST /data-deletion (Data Deletion Request Framework, Result Codes): 202 when the request is stored, or 400,
 * with the acknowledgement (acJWT): in a JSON object if the body was one, else as the body. Without one: 413 for a long
 * body, 400 for one without a JWT, 429 beyond the limits per second, 503 when the request cannot be verified and stored at
 * this moment.
 */
export async function answerDeletion(
  {
    delivery: { limiter },
    handOnDeletion,
    isProxyTrusted,
    logger,
  }: Pick<ServingDeps, 'delivery' | 'handOnDeletion' | 'isProxyTrusted' | 'logger'>,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(message);
  if (!body.ok) {
    const { status, code, message: text } = body;
    return sendProblem(message, response, status, { code, message: text });
  }
  const rqJwt = tokenInBody(body.text, 'rqJWT') ?? '';
  if (rqJwt.length > maxLength) return sendProblem(message, response, 413, tooLong);
  // A text that is no JWT takes no part of the limits.
  if (!decodeJwt(rqJwt)) return sendProblem(message, response, 400, noToken);
  const { peer } = readRequest(message, isProxyTrusted);
  const mayCall =
    limiter.take('deletionClient', clientSlot(peer), maxPerClient) && limiter.take('deletion', 0, maxPerSecond);
  if (!mayCall) return sendProblem(message, response, 429, tooMany);
  const answer = await handOnDeletion(rqJwt).catch((error: unknown): HandedOnDeletion => {
    logger.error(error);
    return { status: 503, acknowledgement: null };
  });
  const { status, acknowledgement } = answer;
  if (acknowledgement === null) {
    return sendProblem(message, response, status, status === 400 ? noToken : unavailable);
  }
  if (body.text.trimStart().startsWith('{')) {
    return sendJson(message, response, JSON.stringify({ acJWT: acknowledgement }), {}, status);
  }
  sendJwt(message, response, status, acknowledgement);
}

const tooLong = { code: 'too_large', message: `At most ${maxLength} characters` };
const noToken = { code: 'invalid_token', message: 'The body must be or contain a signed JWT (rqJWT)' };
const tooMany = { code: 'too_many_requests', message: 'Too many requests. Try again later' };
const unavailable = { code: 'unavailable', message: 'The request cannot be stored right now. Try again later' };
