/** How something is asked for. */
export interface Asking {
  timeoutMs: number;
  /** Sent by POST as plain text, which needs no preflight; without it the request is a GET. */
  body?: string;
  /** Whether it is asked for again without cookies when the answer may not be read with them. */
  retriesPlain?: boolean;
}

/** The text of an answer. Rejects without one in time, and for a status that is not 2xx. */
export async function askText(url: string, { timeoutMs, body, retriesPlain = false }: Asking): Promise<string> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeoutMs);
  const ask = (credentials: RequestCredentials) =>
    fetch(url, { method: body === undefined ? 'GET' : 'POST', credentials, signal: stop.signal, body: body ?? null });
  // A page without an origin gets answers for everybody, which browsers refuse where cookies went along.
  const isNobody = globalThis.origin === 'null';
  try {
    const response = await ask(isNobody ? 'omit' : 'include').catch((error: unknown) => {
      if (!retriesPlain || isNobody || stop.signal.aborted) throw error;
      return ask('omit');
    });
    if (!response.ok) throw new HttpFault(response.status);
    return await response.text();
  } finally {
    clearTimeout(timer);
  }
}

/** An answer with a status that is not 2xx. */
export class HttpFault extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}
