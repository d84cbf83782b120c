import type { IncomingMessage, ServerResponse } from 'node:http';
import { tokenInBody } from '#standards/deletion/tokenInBody.ts';
import { sendJson, sendJwt, sendProblem } from '../http/sendResponse.ts';
import { readBody } from '../rtb/readBody.ts';
import type { ServingDeps } from '../servingDeps.ts';
import type { HandedOnDeletion } from './httpDeletions.ts';

/** Maximum characters of a request (rqJWT), which contains another JWT. */
const maxLength = 16_384;
/** Maximum requests per second over all ad-serving processes. */
const maxPerSecond = 100;

/**
 * Answers POST /data-deletion (Data Deletion Request Framework, Result Codes): 202 when the request is stored, or 400,
 * with the acknowledgement (acJWT): in a JSON object if the body was one, else as the body. Without one: 413 for a long
 * body, 429 beyond the limit per second, 503 when the request cannot be verified and stored at this moment.
 */
export async function answerDeletion(
  { delivery, handOnDeletion, logger }: Pick<ServingDeps, 'delivery' | 'handOnDeletion' | 'logger'>,
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
  if (!delivery.limiter.take('deletion', 0, maxPerSecond)) return sendProblem(message, response, 429, tooMany);
  const answer = await handOnDeletion(rqJwt).catch((error: unknown): HandedOnDeletion => {
    logger.error(error);
    return { status: 503, acknowledgement: null };
  });
  const { status, acknowledgement } = answer;
  if (acknowledgement === null) return sendProblem(message, response, 503, unavailable);
  if (body.text.trimStart().startsWith('{')) {
    return sendJson(message, response, JSON.stringify({ acJWT: acknowledgement }), {}, status);
  }
  sendJwt(message, response, status, acknowledgement);
}

const tooLong = { code: 'too_large', message: `At most ${maxLength} characters` };
const tooMany = { code: 'too_many_requests', message: 'Too many requests. Try again later' };
const unavailable = { code: 'unavailable', message: 'The request cannot be stored right now. Try again later' };
