import { errorFromAnswer, errorFromNetwork } from './problems.ts';

/** The console's way to the management API. Every call gives the parsed body or throws an ApiError. */
export interface Api {
  get<T>(path: string, signal?: AbortSignal): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  put<T>(path: string, body: unknown): Promise<T>;
  patch<T>(path: string, body: unknown): Promise<T>;
  delete<T>(path: string): Promise<T>;
}

/** A client of the API; `onForbidden` hears of every 403, before the call's own error is thrown. */
export function createApi(options: { fetch: typeof fetch; onForbidden: () => void }): Api {
  const call = async <T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> => {
    const response = await send(options.fetch, method, path, body, signal);
    const parsed = await readBody(response);
    if (response.ok) return parsed as T;
    const error = errorFromAnswer(response.status, parsed);
    if (response.status === 403) options.onForbidden();
    throw error;
  };
  return {
    get: (path, signal) => call('GET', path, undefined, signal),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
    delete: (path) => call('DELETE', path),
  };
}

async function send(
  fetch: typeof globalThis.fetch,
  method: string,
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw errorFromNetwork();
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => '');
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
