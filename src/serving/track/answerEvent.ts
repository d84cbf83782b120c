import type { IncomingMessage, ServerResponse } from 'node:http';
import { noticeEvents, playerEvents, viewEvents, type TrackedEvent } from '#model/index.ts';
import { sendPixel, sendProblem } from '../http/answerHttp.ts';
import { trackEvent, type TrackingDeps } from './trackEvent.ts';

/** The events of each door: what ads report, and what suppliers tell. */
const eventsBySource = {
  ad: new Set<string>([...playerEvents, ...viewEvents]),
  notice: new Set<string>(noticeEvents),
} as const;

/**
 * Takes a hit on a tracking URL or a notice: stored with its verdict, on disk before it is answered. Forged and expired
 * ones are answered like valid ones. 404 for an event that does not exist, 503 when nothing can be stored. HEAD counts nothing.
 */
export async function answerEvent(
  deps: TrackingDeps,
  { source, event, token }: { source: keyof typeof eventsBySource; event: string; token: string },
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isEventOf(source, event)) {
    return sendProblem(message, response, 404, { code: 'not_found', message: 'No such event' });
  }
  // Programs that look whether a link works have not seen the ad.
  if (message.method === 'HEAD') return sendPixel(message, response);
  const isStored = await trackEvent(deps, { event, token }, message.url ?? '');
  if (isStored) return sendPixel(message, response);
  sendProblem(message, response, 503, { code: 'unavailable', message: 'The event could not be stored' });
}

function isEventOf(source: keyof typeof eventsBySource, event: string): event is TrackedEvent {
  return eventsBySource[source].has(event);
}
