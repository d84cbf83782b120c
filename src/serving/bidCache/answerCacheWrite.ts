import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson, sendProblem, sendProblems } from '../http/sendResponse.ts';
import { readBody } from '../rtb/readBody.ts';
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
  const body = await readBody(message);
  if (!acceptsCachePuts) {
    const problem = { code: 'forbidden', message: 'Pages cannot store bids here (CACHE_PUTS)' };
    return sendProblem(message, response, 403, problem);
  }
  if (!body.ok) return sendProblem(message, response, body.status, { code: body.code, message: body.message });
  const json = parse(body.text);
  if (json === undefined) {
    return sendProblem(message, response, 400, { code: 'invalid_json', message: 'The body is not JSON' });
  }
  const read = readPuts(json);
  if (!read.ok) return sendProblems(message, response, 400, read.faults);
  const ids = await Promise.all(read.puts.map(({ value, seconds }) => bidCache.put(value, seconds)));
  if (ids.includes(null)) {
    const problem = { code: 'unavailable', message: 'The cache is full or cannot be written right now' };
    return sendProblem(message, response, 503, problem);
  }
  sendJson(message, response, JSON.stringify({ responses: ids.map((uuid) => ({ uuid })) }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
