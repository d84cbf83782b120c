import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CachedValue } from '#storage/bidCache/bidCache.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { readQuery } from '#standards/readQuery.ts';
import { sendCached, sendProblem, sendProblems } from '../http/sendResponse.ts';
import { isCachedCutOff } from './cachedOrigin.ts';
import type { ServingDeps } from '../servingDeps.ts';

/**
 * Answers GET /cache?uuid=: a bid as JSON or a VAST document, as Prebid Cache does; 404 for an unknown or expired ID, and for
 * an ad of something that has been cut off.
 */
export async function answerCacheRead(
  { bidCache, snapshot, logger, metrics }: Pick<ServingDeps, 'bidCache' | 'snapshot' | 'logger' | 'metrics'>,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const id = readQuery(message.url ?? '').get('uuid');
  if (id === undefined || id === '') {
    const problem = { code: 'required', message: 'The ID is required', path: 'uuid' };
    return sendProblems(message, response, 400, [problem]);
  }
  let value: CachedValue | null;
  try {
    value = await bidCache.get(id);
  } catch (error) {
    logger.warn(`A cached bid could not be read: ${errorText(error)}`);
    const problem = { code: 'unavailable', message: 'The cache cannot be read right now' };
    return sendProblem(message, response, 503, problem);
  }
  if (value?.origin !== undefined && isCachedCutOff(snapshot(), value.origin)) value = null;
  metrics?.addCacheRead(value !== null);
  if (value) return sendCached(message, response, value);
  sendProblem(message, response, 404, { code: 'not_found', message: 'Nothing is stored with this ID, or no longer' });
}
