export interface FetchTextOptions {
  timeoutMs: number;
  /** Sent by POST as plain text, which needs no CORS preflight. Without a body, the request is a GET. */
  body?: string;
  /** Whether to retry without cookies when the request with cookies fails, as CORS may forbid reading its response. */
  retriesWithoutCookies?: boolean;
}

/** The body of a response. Rejects on a timeout and on a status that is not 2xx. */
export async function fetchText(
  url: string,
  { timeoutMs, body, retriesWithoutCookies = false }: FetchTextOptions,
): Promise<string> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  const send = (credentials: RequestCredentials) =>
    fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      credentials,
      signal: controller.signal,
      body: body ?? null,
    });
  // Opaque origins get `Access-Control-Allow-Origin: *`, which browsers reject for requests with credentials.
  const hasOpaqueOrigin = globalThis.origin === 'null';
  try {
    const response = await send(hasOpaqueOrigin ? 'omit' : 'include').catch((error: unknown) => {
      if (!retriesWithoutCookies || hasOpaqueOrigin || controller.signal.aborted) throw error;
      return send('omit');
    });
    if (!response.ok) throw new HttpError(response.status);
    return await response.text();
  } finally {
    clearTimeout(timer);
  }
}

/** A response with a status that is not 2xx. */
export class HttpError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}
