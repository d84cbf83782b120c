import type { FastifyReply, FastifyRequest } from 'fastify';
import { isStorageFull } from '#runtime/faults/storageFull.ts';
import { isStoreAway } from '#runtime/faults/storeAway.ts';
import type { Problem } from './contract.ts';
import { TooManyTaken } from './entities/limitTakenValues.ts';

/** Sends an error: every problem, and the id under which the log knows the call. */
export function sendProblems(request: FastifyRequest, reply: FastifyReply, status: number, problems: Problem[]) {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send({ problems, requestId: request.id });
}

type Refusal = readonly [status: number, code: string, message: string];

const badJson: Refusal = [400, 'bad_json', 'The body is not valid JSON'];
const badUrl: Refusal = [400, 'bad_url', 'The address is malformed'];

/** What the framework refuses by itself, in the words of the API. */
const refusals: Readonly<Record<string, Refusal>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', 'The body must be application/json'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too_large', 'The body is too large'],
  FST_ERR_CTP_EMPTY_JSON_BODY: badJson,
  FST_ERR_CTP_INVALID_JSON_BODY: badJson,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: badJson,
  FST_ERR_BAD_URL: badUrl,
  FST_ERR_MAX_PARAM_LENGTH: badUrl,
  UPLOAD_TYPE: [415, 'unsupported_media_type', 'The body must be text/plain or text/csv'],
  UPLOAD_BROKEN: [400, 'broken_upload', 'The body broke off'],
};

/** How soon to call again, in seconds, when a store is away: about as long as the embedded one takes to start again. */
const storeReturnSeconds = 5;
/** The same when a disk is full: somebody has to make room first. */
const diskReturnSeconds = 60;

/** The problem of an error that was thrown. A fault of ours tells nothing of itself. */
export function problemOfError(error: { code?: string | undefined; statusCode?: number | undefined }): {
  status: number;
  problem: Problem;
  /** When the call is worth making again. */
  retryAfterSeconds?: number;
} {
  if (isStoreAway(error)) {
    const message = 'The database cannot be reached at the moment; try again in a few seconds';
    return {
      status: 503,
      problem: { code: 'store_unavailable', message, path: '' },
      retryAfterSeconds: storeReturnSeconds,
    };
  }
  if (isStorageFull(error)) {
    const message = 'The disk of the platform is full; nothing was saved. Try again when there is room';
    return { status: 503, problem: { code: 'storage_full', message, path: '' }, retryAfterSeconds: diskReturnSeconds };
  }
  if (error instanceof TooManyTaken) {
    const { message, retryAfterSeconds } = error;
    return { status: 429, problem: { code: 'too_many_attempts', message, path: '' }, retryAfterSeconds };
  }
  const thrown = error.statusCode ?? 500;
  const [status, code, message] =
    refusals[error.code ?? ''] ??
    (thrown >= 400 && thrown < 500
      ? [thrown, 'bad_request', 'The call is malformed']
      : [500, 'internal', 'Something went wrong here; the request id names it in the log']);
  return { status, problem: { code, message, path: '' } };
}
