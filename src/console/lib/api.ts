import { shownUserHeader } from '#api/shownUserHeader.ts';
import type { Entity } from '#model/index.ts';
import { type AddressBy, type CallBy, PlainBody, type TextBy } from './apiCall.ts';
import { errorFromAnswer, errorFromNetwork, errorFromUnreadable } from './problems.ts';
import { stringifySearch } from './searchText.ts';

/** The console's way to the management API. Every call gives the body of the answer or throws an ApiError. */
export interface Api {
  get: CallBy<'GET'>;
  post: CallBy<'POST'>;
  put: CallBy<'PUT'>;
  patch: CallBy<'PATCH'>;
  delete: CallBy<'DELETE'>;
  /** The text of an answer that is no JSON. */
  getText: TextBy;
}

/** What a call is given, whatever its path. */
interface AnyOptions {
  entity?: Pick<Entity, 'path'>;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  onProgress?: (part: number) => void;
}

/** The address of a call: its path with what stands for the braces, and its query. */
export const addressOf = fillAddress as unknown as AddressBy;

function fillAddress(path: string, { entity, params, query }: AnyOptions = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_part, name: string) =>
    entity && name === 'entity' ? entity.path : encodeURIComponent(String(params?.[name])),
  );
  return filled + stringifySearch(query ?? {});
}

/** What the client works with. */
export interface ApiOptions {
  fetch: typeof fetch;
  /** Hears of every 403, before the call's own error is thrown. */
  onForbidden: () => void;
  /** Loads what sends bodies with their progress; without it uploads tell of none. */
  loadUploader?: () => Promise<Uploader>;
  /** The key of the session, when the server encrypts its answers. */
  keyOf?: () => string | undefined;
  /** Whom the page shows, by id: a call is refused when the session is another's by now. */
  shownUser?: () => number | undefined;
}

/** A client of the API. A call whose signal is aborted throws the signal's reason. */
export function createApi(options: ApiOptions): Api {
  const callForText = async (method: string, path: string, given: AnyOptions = {}): Promise<string> => {
    const { body, signal, onProgress } = given;
    const upload = onProgress && (await options.loadUploader?.());
    const sendRequest: SendRequest =
      upload && onProgress ? (to, request) => upload(to, request, onProgress) : options.fetch;
    // The answer is encrypted for the session that asks, whoever is signed in by the time it comes.
    const key = options.keyOf?.();
    const response = await send(sendRequest, method, fillAddress(path, given), {
      body,
      signal,
      shownUser: options.shownUser?.(),
    });
    const text = await readText(response, key, signal);
    if (response.ok) {
      if (text === null) throw errorFromUnreadable(response.status);
      return text;
    }
    const error = errorFromAnswer(response.status, parse(text ?? ''));
    if (response.status === 403) options.onForbidden();
    throw error;
  };
  const callBy =
    (method: string) =>
    async (path: string, given: AnyOptions = {}): Promise<unknown> =>
      parse(await callForText(method, path, given));
  // The server answers what the contract declares: its handlers do not compile otherwise, and its tests compare answers.
  return {
    get: callBy('GET'),
    post: callBy('POST'),
    put: callBy('PUT'),
    patch: callBy('PATCH'),
    delete: callBy('DELETE'),
    getText: (path: string, given?: AnyOptions) => callForText('GET', path, given),
  } as unknown as Api;
}

/** A request as this client makes it: what fetch does of it is enough. */
export interface SentRequest {
  method: string;
  headers: Record<string, string>;
  credentials: 'same-origin';
  body?: string | Blob;
  signal?: AbortSignal;
}

type SendRequest = (path: string, request: SentRequest) => Promise<Response>;

/** Sends a request as fetch does, and tells which part of its body is sent: 0 to 1. */
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

/** The text of an answer, decrypted where it says that it is encrypted; null when that cannot be done. */
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
    // Most servers encrypt nothing: the cipher is loaded with the first answer that needs it.
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
