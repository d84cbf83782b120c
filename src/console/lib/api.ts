import { shownUserHeader } from '#api/shownUserHeader.ts';
import { errorFromAnswer, errorFromNetwork, errorFromUnreadable } from './problems.ts';

/** The console's way to the management API. Every call gives the parsed body or throws an ApiError. */
export interface Api {
  get<T>(path: string, signal?: AbortSignal): Promise<T>;
  /** The answer as it is, for documents that are no JSON. */
  getText(path: string, signal?: AbortSignal): Promise<string>;
  post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T>;
  /** Posts plain text or a file as it is, of the type named. */
  postText<T>(path: string, text: PlainBody, signal?: AbortSignal): Promise<T>;
  /** As postText; `onProgress` hears which part of the text is sent, from 0 to 1. */
  upload<T>(path: string, text: PlainBody, signal: AbortSignal, onProgress: (part: number) => void): Promise<T>;
  put<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T>;
  patch<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T>;
  delete<T>(path: string, signal?: AbortSignal): Promise<T>;
}

/** A body that is no JSON. */
export class PlainBody {
  readonly type: 'text/plain' | 'text/csv' | 'application/yaml' | 'application/octet-stream';
  readonly body: string | Blob;

  constructor(type: PlainBody['type'], body: string | Blob) {
    this.type = type;
    this.body = body;
  }
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
  const callForText = async (
    method: string,
    path: string,
    body?: unknown,
    signal?: AbortSignal,
    fetch: SendRequest = options.fetch,
  ): Promise<string> => {
    // The answer is encrypted for the session that asks, whoever is signed in by the time it comes.
    const key = options.keyOf?.();
    const response = await send(fetch, method, path, { body, signal, shownUser: options.shownUser?.() });
    const text = await readText(response, key, signal);
    if (response.ok) {
      if (text === null) throw errorFromUnreadable(response.status);
      return text;
    }
    const error = errorFromAnswer(response.status, parse(text ?? ''));
    if (response.status === 403) options.onForbidden();
    throw error;
  };
  const call = async <T>(...request: Parameters<typeof callForText>): Promise<T> =>
    parse(await callForText(...request)) as T;
  return {
    get: (path, signal) => call('GET', path, undefined, signal),
    getText: (path, signal) => callForText('GET', path, undefined, signal),
    post: (path, body, signal) => call('POST', path, body, signal),
    postText: (path, text, signal) => call('POST', path, text, signal),
    async upload(path, text, signal, onProgress) {
      const upload = await options.loadUploader?.();
      return call('POST', path, text, signal, upload && ((to, request) => upload(to, request, onProgress)));
    },
    put: (path, body, signal) => call('PUT', path, body, signal),
    patch: (path, body, signal) => call('PATCH', path, body, signal),
    delete: (path, signal) => call('DELETE', path, undefined, signal),
  };
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
