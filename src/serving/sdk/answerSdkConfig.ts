import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendProblem, sendTagged } from '../http/sendResponse.ts';
import { firstOf, readQuery } from '#standards/readQuery.ts';
import { sdkConfigOf } from './sdkConfigOf.ts';
import type { ServingDeps } from '../servingDeps.ts';

/**
 * Answers GET /sdk/v1/config?key=…&sdk=1.4.2&did=… (or iid=…): the app's settings and placements as JSON, with an ETag
 * that makes repeated requests cheap.
 */
export function answerSdkConfig(
  deps: Pick<ServingDeps, 'snapshot' | 'isSnapshotLoaded' | 'now' | 'adsUrl'>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const query = readQuery(request.url ?? '');
  const configRequest = {
    key: query.get('key') ?? '',
    sdk: query.get('sdk') ?? '',
    device: firstOf(query, 'did', 'iid') ?? '',
    now: deps.now(),
  };
  const answer = sdkConfigOf(deps.snapshot(), configRequest, deps.adsUrl);
  if (!answer && !deps.isSnapshotLoaded()) {
    return sendProblem(request, response, 503, {
      code: 'starting',
      message: 'Not ready yet. Try again in a few seconds',
    });
  }
  if (!answer) return sendProblem(request, response, 404, { code: 'unknown_key', message: 'No app has this key' });
  const json = JSON.stringify(answer);
  const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`;
  sendTagged(request, response, { json, etag }, 'sdkConfig');
}
