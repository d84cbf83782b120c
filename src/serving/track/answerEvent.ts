import type { IncomingMessage, ServerResponse } from 'node:http';
import { noticeEvents, playerEvents, viewEvents, type TrackedEvent } from '#model/index.ts';
import { sendHit, sendProblem } from '../http/answerHttp.ts';
import { trackEvent, type TrackingDeps } from './trackEvent.ts';

/** The events of each door: what ads report, and what suppliers tell. */
const doors = {
  ad: new Set<string>([...playerEvents, ...viewEvents]),
  notice: new Set<string>(noticeEvents),
} as const;

/**
 * Takes a hit on a tracking URL or a notice: stored with its verdict, on disk before it is answered. Forged and expired
 * ones are answered like valid ones. 404 for an event that does not exist, 503 when nothing can be stored. HEAD counts nothing.
 */
export async function answerEvent(
  deps: TrackingDeps,
  { door, event, token }: { door: keyof typeof doors; event: string; token: string },
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isOf(door, event)) {
    return sendProblem(message, response, 404, { code: 'not_found', message: 'No such event' });
  }
  // Programs that look whether a link works have not seen the ad.
  if (message.method === 'HEAD') return sendHit(message, response);
  const isStored = await trackEvent(deps, { event, token }, message.url ?? '');
  if (isStored) return sendHit(message, response);
  sendProblem(message, response, 503, { code: 'unavailable', message: 'The event could not be stored' });
}

function isOf(door: keyof typeof doors, event: string): event is TrackedEvent {
  return doors[door].has(event);
}
