import type { FastifyReply, FastifyRequest } from 'fastify';
import { isStorageFull } from '#runtime/faults/storageFull.ts';
import { isStoreUnavailable } from '#runtime/faults/storeUnavailable.ts';
import { TooManyUniquenessChecks } from './entities/limitUniquenessChecks.ts';
import type { Problem } from './problem.ts';
import { isScimUrl, scimErrorOf, scimMediaType } from './scim/scimError.ts';

/** Sends an error: every problem, and the id of the call in the log. */
export function sendProblems(request: FastifyRequest, reply: FastifyReply, status: number, problems: Problem[]) {
  // Also where the route had headers of its own: no fault is cached.
  void reply.code(status).header('cache-control', 'no-store');
  if (isScimUrl(request.url)) {
    const detail = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('. ');
    return reply.type(scimMediaType).send(JSON.stringify(scimErrorOf(status, detail)));
  }
  return reply.type('application/json; charset=utf-8').send({ problems, requestId: request.id });
}

type Rejection = readonly [status: number, code: string, message: string];

const badJson: Rejection = [400, 'bad_json', 'The body is not valid JSON'];
const badUrl: Rejection = [400, 'bad_url', 'The URL is malformed'];

/** Errors of the framework, in the form of the API. */
const rejections: Readonly<Record<string, Rejection>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', 'The body must be application/json'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too_large', 'The body is too large'],
  FST_ERR_CTP_EMPTY_JSON_BODY: badJson,
  FST_ERR_CTP_INVALID_JSON_BODY: badJson,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: badJson,
  FST_ERR_BAD_URL: badUrl,
  FST_ERR_MAX_PARAM_LENGTH: badUrl,
  UPLOAD_BROKEN: [400, 'broken_upload', 'The upload was interrupted'],
};

/** Seconds after which to retry when a store is unavailable: about as long as the embedded one takes to restart. */
const storeReturnSeconds = 5;
/** Seconds after which to retry when a disk is full and space has to be freed first. */
const diskReturnSeconds = 60;

/** Thrown for a body of a type that its route does not accept. */
export class WrongMediaType extends Error {
  constructor(contentTypes: readonly string[]) {
    super(`The body must be ${contentTypes.join(' or ')}`);
  }
}

/** The rejection for an error. */
export interface ErrorRejection {
  status: number;
  problem: Problem;
  /** Seconds after which the call can be retried. */
  retryAfterSeconds?: number;
}

/** The rejection of calls that arrive while the server closes: another process, or this one, will be back soon. */
export const closingRejection: Required<ErrorRejection> = {
  status: 503,
  problem: { code: 'closing', message: 'The server is restarting. Try again in a few seconds', path: '' },
  retryAfterSeconds: storeReturnSeconds,
};

/** The rejection of input that is not a complete HTTP request; node:http identifies the cause by its code. */
export function problemOfConnection(code: string | undefined): ErrorRejection {
  const rejection = (status: number, name: string, message: string) => ({
    status,
    problem: { code: name, message, path: '' },
  });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return rejection(408, 'too_slow', 'The request was not received completely in time');
  if (code === 'HPE_HEADER_OVERFLOW') return rejection(431, 'headers_too_large', 'The headers are too large');
  return rejection(400, 'bad_request', 'The request is malformed');
}

/** The rejection for a thrown error. Faults of ours reveal no details. */
export function problemOfError(
  error: Pick<Error, 'message'> & { code?: string | undefined; statusCode?: number | undefined },
): ErrorRejection {
  if (isStoreUnavailable(error)) {
    const message = 'The database cannot be reached right now. Try again in a few seconds';
    return {
      status: 503,
      problem: { code: 'store_unavailable', message, path: '' },
      retryAfterSeconds: storeReturnSeconds,
    };
  }
  if (isStorageFull(error)) {
    const message = 'The platform’s disk is full. Nothing was saved. Try again when there is free space';
    return { status: 503, problem: { code: 'storage_full', message, path: '' }, retryAfterSeconds: diskReturnSeconds };
  }
  if (error instanceof TooManyUniquenessChecks) {
    const { message, retryAfterSeconds } = error;
    return { status: 429, problem: { code: 'too_many_attempts', message, path: '' }, retryAfterSeconds };
  }
  if (error instanceof WrongMediaType) {
    return { status: 415, problem: { code: 'unsupported_media_type', message: error.message, path: '' } };
  }
  const thrown = error.statusCode ?? 500;
  const [status, code, message] =
    rejections[error.code ?? ''] ??
    (thrown >= 400 && thrown < 500
      ? [thrown, 'bad_request', 'The request is malformed']
      : [500, 'internal', 'Something went wrong on our side. The log has the details under the request ID']);
  return { status, problem: { code, message, path: '' } };
}
