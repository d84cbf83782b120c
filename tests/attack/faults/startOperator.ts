import { setTimeout as pause } from 'node:timers/promises';
import { daysAround, type TestClient } from '../../e2e/apiClient.ts';

/** How calls of the management API were answered. */
export interface CallCounts {
  /** Calls that read PostgreSQL, and reports. */
  done: number;
  /** 503, with Retry-After. */
  unavailable: number;
  /** Other responses than 200 and 503, as "GET /path: 500 text". */
  failures: string[];
  unanswered: number;
  longestMs: number;
}

/** Someone who works in the console until it is stopped. */
export interface Operator {
  /** Responses to the calls that are made from now on: replaced when a new period begins. */
  period: CallCounts;
  stop(): Promise<void>;
}

const pauseMs = 1000;
/** Longer than a connection to PostgreSQL may be silent. */
const defaultTimeoutMs = 90_000;

export function emptyCalls(): CallCounts {
  return { done: 0, unavailable: 0, failures: [], unanswered: 0, longestMs: 0 };
}

/** Starts someone who opens the list of tags and a report in turn; a response may take `timeoutMs`. */
export function startOperator(consoleUrl: string, { cookie }: TestClient, timeoutMs = defaultTimeoutMs): Operator {
  const stopping = new AbortController();
  const call = async (method: string, path: string, body?: object) => {
    const { period } = operator;
    const sentAt = performance.now();
    try {
      const response = await fetch(`${consoleUrl}${path}`, {
        method,
        headers: { cookie, origin: consoleUrl, ...(body ? { 'content-type': 'application/json' } : {}) },
        signal: AbortSignal.timeout(timeoutMs),
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await response.text();
      if (response.status === 200) period.done += 1;
      else if (response.status === 503 && response.headers.has('retry-after')) period.unavailable += 1;
      else period.failures.push(`${method} ${path}: ${response.status} ${text}`);
    } catch {
      period.unanswered += 1;
    }
    period.longestMs = Math.max(period.longestMs, performance.now() - sentAt);
  };
  const work = async () => {
    while (!stopping.signal.aborted) {
      await call('GET', '/api/demand/tags');
      await call('POST', '/api/rrun', { ...daysAround(), offset: 0, metrics: ['calls', 'imps'] });
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const operator = { period: emptyCalls() };
  const working = work();
  return Object.assign(operator, {
    async stop() {
      stopping.abort();
      await working;
    },
  });
}
