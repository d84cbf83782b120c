import { isTrackerListed, listsTrackers } from './nativeTerms.ts';
import type { NativeRequest, NativeResponse } from './nativeTypes.ts';

/**
 * A native response with the trackers only whose events and methods the request lists (Native 1.2, 5.8); with all where
 * it lists none. Its `jstracker` is a tracker of impressions by script, in the form of earlier versions (5.1).
 */
export function withRequestedTrackers(response: NativeResponse, request: NativeRequest): NativeResponse {
  if (!listsTrackers(request)) return response;
  const { eventtrackers, jstracker, ...others } = response;
  const requested: NativeResponse = others;
  if (eventtrackers) {
    requested.eventtrackers = eventtrackers.filter(({ event, method }) => isTrackerListed(request, event, method));
  }
  if (jstracker !== undefined && isTrackerListed(request, 1, 2)) requested.jstracker = jstracker;
  return requested;
}
