import type { IncomingMessage, ServerResponse } from 'node:http';
import { noticeEvents, playerEvents, viewEvents, type TrackedEvent } from '#model/index.ts';
import { sendPixel, sendProblem } from '../http/sendResponse.ts';
import { trackEvent, type TrackingDeps } from './trackEvent.ts';

/** Events by source: those that ads report, and those that suppliers report. */
const eventsBySource = {
  ad: new Set<string>([...playerEvents, ...viewEvents]),
  notice: new Set<string>(noticeEvents),
} as const;

/**
 * Answers a hit on a tracking URL or a notice. The event is on disk, with its verdict, before the response. Forged and
 * expired hits get the same response as valid ones. 404 for an unknown event, 503 when it cannot be stored. HEAD is not
 * counted.
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
  // HEAD requests come from programs that check links: the ad was not shown.
  if (message.method === 'HEAD') return sendPixel(message, response);
  const isStored = await trackEvent(deps, { event, token }, message);
  if (isStored) return sendPixel(message, response);
  sendProblem(message, response, 503, { code: 'unavailable', message: 'The event could not be stored' });
}

function isEventOf(source: keyof typeof eventsBySource, event: string): event is TrackedEvent {
  return eventsBySource[source].has(event);
}
