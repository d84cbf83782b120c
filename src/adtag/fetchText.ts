/** How something is asked for. */
export interface FetchTextOptions {
  timeoutMs: number;
  /** Sent by POST as plain text, which needs no preflight; without it the request is a GET. */
  body?: string;
  /** Whether it is asked for again without cookies when the answer may not be read with them. */
  retriesWithoutCookies?: boolean;
}

/** The text of an answer. Rejects without one in time, and for a status that is not 2xx. */
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
  // A page without an origin gets answers for everybody, which browsers refuse where cookies went along.
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

/** An answer with a status that is not 2xx. */
export class HttpError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}
