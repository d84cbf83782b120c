import { shownUserHeader } from '#api/contract.ts';
import { errorFromAnswer, errorFromNetwork, errorFromUnreadable } from './problems.ts';

/** The console's way to the management API. Every call gives the parsed body or throws an ApiError. */
export interface Api {
  get<T>(path: string, signal?: AbortSignal): Promise<T>;
  post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T>;
  put<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T>;
  patch<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T>;
  delete<T>(path: string, signal?: AbortSignal): Promise<T>;
}

/** What the client works with. */
export interface ApiOptions {
  fetch: typeof fetch;
  /** Hears of every 403, before the call's own error is thrown. */
  onForbidden: () => void;
  /** The key of the session, when the server encrypts its answers. */
  keyOf?: () => string | undefined;
  /** Whom the page shows, by id: a call is refused when the session is another's by now. */
  shownUser?: () => number | undefined;
}

/** A client of the API. A call whose signal is aborted throws the signal's reason. */
export function createApi(options: ApiOptions): Api {
  const call = async <T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> => {
    // The answer is encrypted for the session that asks, whoever is signed in by the time it comes.
    const key = options.keyOf?.();
    const response = await send(options.fetch, method, path, { body, signal, shownUser: options.shownUser?.() });
    const text = await readText(response, key, signal);
    if (response.ok) {
      if (text === null) throw errorFromUnreadable(response.status);
      return parse(text) as T;
    }
    const error = errorFromAnswer(response.status, parse(text ?? ''));
    if (response.status === 403) options.onForbidden();
    throw error;
  };
  return {
    get: (path, signal) => call('GET', path, undefined, signal),
    post: (path, body, signal) => call('POST', path, body, signal),
    put: (path, body, signal) => call('PUT', path, body, signal),
    patch: (path, body, signal) => call('PATCH', path, body, signal),
    delete: (path, signal) => call('DELETE', path, undefined, signal),
  };
}

async function send(
  fetch: typeof globalThis.fetch,
  method: string,
  path: string,
  { body, signal, shownUser }: { body: unknown; signal: AbortSignal | undefined; shownUser: number | undefined },
): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(shownUser === undefined ? {} : { [shownUserHeader]: String(shownUser) }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
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
