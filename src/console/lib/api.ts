import { shownUserHeader } from '#api/shownUserHeader.ts';
import type { Entity } from '#model/index.ts';
import { type AddressBy, type CallBy, PlainBody, type TextBy } from './apiCall.ts';
import { ChangeWaits, proposedChangeOf } from './changeWaits.ts';
import { errorFromResponse, errorFromNetwork, errorFromUnreadable, isOfSession } from './problems.ts';
import { stringifySearch } from './searchText.ts';

/** The console's client of the management API. Every call returns the response body or throws an ApiError, or ChangeWaits. */
export interface Api {
  get: CallBy<'GET'>;
  post: CallBy<'POST'>;
  put: CallBy<'PUT'>;
  patch: CallBy<'PATCH'>;
  delete: CallBy<'DELETE'>;
  /** Returns the text of a non-JSON response. */
  getText: TextBy;
}

/** Options of any call. */
interface AnyOptions {
  entity?: Pick<Entity, 'path'>;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  onProgress?: (part: number) => void;
}

/** Builds a call's URL from its path template, parameters and query. */
export const addressOf = fillAddress as unknown as AddressBy;

function fillAddress(path: string, { entity, params, query }: AnyOptions = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_part, name: string) =>
    entity && name === 'entity' ? entity.path : encodeURIComponent(String(params?.[name])),
  );
  return filled + stringifySearch(query ?? {});
}

export interface ApiOptions {
  fetch: typeof fetch;
  /** Called for every 403 that is about the session, before the call rejects. */
  onForbidden: () => void;
  /**
   * Lets the person confirm who they are, for a call that requires it, which is repeated then. Resolves to false when
   * they do not: the call rejects with its 403.
   */
  confirmPerson?: () => Promise<boolean>;
  /** Called when a change waits for a second person, before the call rejects. */
  onWaiting?: () => void;
  /** Loads the uploader that reports progress; without it uploads report none. */
  loadUploader?: () => Promise<Uploader>;
  /** Returns the session's key when the server encrypts its responses. */
  keyOf?: () => string | undefined;
  /** Returns the ID of the shown user: the server refuses the call when the session belongs to another user by now. */
  shownUser?: () => number | undefined;
}

/** Creates an API client. A call whose signal is aborted throws the signal's reason. */
export function createApi(options: ApiOptions): Api {
  const callForText = async (method: string, path: string, given: AnyOptions = {}): Promise<string> => {
    const { body, signal, onProgress } = given;
    const upload = onProgress && (await options.loadUploader?.());
    const sendRequest: SendRequest =
      upload && onProgress ? (to, request) => upload(to, request, onProgress) : options.fetch;
    // Read before the call: the response is encrypted for this session, whoever is signed in when it arrives.
    const key = options.keyOf?.();
    const response = await send(sendRequest, method, fillAddress(path, given), {
      body,
      signal,
      shownUser: options.shownUser?.(),
    });
    const text = await readText(response, key, signal);
    if (response.ok) {
      if (text === null) throw errorFromUnreadable(response.status);
      const proposed = response.status === 202 ? proposedChangeOf(parse(text)) : null;
      if (!proposed) return text;
      options.onWaiting?.();
      throw new ChangeWaits(proposed);
    }
    const error = errorFromResponse(response.status, parse(text ?? ''));
    if (error.problems.some(({ code }) => code === 'confirmation_required')) {
      if (await options.confirmPerson?.()) return callForText(method, path, given);
    } else if (isOfSession(error)) options.onForbidden();
    throw error;
  };
  const callBy =
    (method: string) =>
    async (path: string, given: AnyOptions = {}): Promise<unknown> =>
      parse(await callForText(method, path, given));
  // The cast is safe: the server's handlers are type-checked against the contract, and its tests compare responses.
  return {
    get: callBy('GET'),
    post: callBy('POST'),
    put: callBy('PUT'),
    patch: callBy('PATCH'),
    delete: callBy('DELETE'),
    getText: (path: string, given?: AnyOptions) => callForText('GET', path, given),
  } as unknown as Api;
}

/** The parts of a `fetch` request that this client uses. */
export interface SentRequest {
  method: string;
  headers: Record<string, string>;
  credentials: 'same-origin';
  body?: string | Blob;
  signal?: AbortSignal;
}

type SendRequest = (path: string, request: SentRequest) => Promise<Response>;

/** Sends a request like `fetch`, and reports the sent fraction of its body, 0 to 1. */
export type Uploader = (path: string, request: SentRequest, onProgress: (part: number) => void) => Promise<Response>;

async function send(
  fetch: SendRequest,
  method: string,
  path: string,
  { body, signal, shownUser }: { body: unknown; signal: AbortSignal | undefined; shownUser: number | undefined },
): Promise<Response> {
  const isPlain = body instanceof PlainBody;
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(shownUser === undefined ? {} : { [shownUserHeader]: String(shownUser) }),
        ...(body === undefined ? {} : { 'content-type': isPlain ? body.type : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isPlain ? body.body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw errorFromNetwork();
  }
}

/** Returns a response's text, decrypted where its header says that it is encrypted. Null when that fails. */
async function readText(
  response: Response,
  key: string | undefined,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    if (response.ok) throw errorFromNetwork();
    return '';
  }
  if (response.headers.get('json-encrypt') !== '1') return text;
  if (key === undefined) return null;
  try {
    // Most servers do not encrypt: the cipher is loaded with the first response that needs it.
    const { decryptText } = await import('./decryptText.ts');
    return decryptText(text, key);
  } catch {
    return null;
  }
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
