import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson, sendProblem, sendProblems } from '../http/sendResponse.ts';
import { readJsonBody } from '../rtb/readJsonBody.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { readPuts } from './readPuts.ts';

/**
 * Answers POST /cache of pages as Prebid Cache does: `{ responses: [{ uuid }] }` in the order of the values. 403 unless
 * the operator allows it, 503 when a value cannot be stored.
 */
export async function answerCacheWrite(
  { bidCache, acceptsCachePuts }: Pick<ServingDeps, 'bidCache' | 'acceptsCachePuts'>,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readJsonBody(message);
  if (!acceptsCachePuts) {
    const problem = { code: 'forbidden', message: 'Pages cannot store bids here (CACHE_PUTS)' };
    return sendProblem(message, response, 403, problem);
  }
  if (!body.ok) return sendProblem(message, response, body.status, body.problem);
  const read = readPuts(body.json);
  if (!read.ok) return sendProblems(message, response, 400, read.faults);
  const ids = await Promise.all(read.puts.map(({ value, seconds }) => bidCache.put(value, seconds)));
  if (ids.includes(null)) {
    const problem = { code: 'unavailable', message: 'The cache is full or cannot be written right now' };
    return sendProblem(message, response, 503, problem);
  }
  sendJson(message, response, JSON.stringify({ responses: ids.map((uuid) => ({ uuid })) }));
}
