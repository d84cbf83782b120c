import { afterEach, expect, test, vi } from 'vitest';
import type { FetchResult } from '#outbound/fetchFailure.ts';
import { createUrlQueue, type UrlQueue } from './urlQueue.ts';

let queue: UrlQueue | undefined;
afterEach(async () => {
  await queue?.close();
  queue = undefined;
});

type Answer = FetchResult & { status?: number };
const okAnswer: Answer = { ok: true, text: 'x' };
const failing = (reason: 'timeout' | 'conn_error' | 'http_error' | 'refused_address', status?: number): Answer =>
  status === undefined ? { ok: false, reason } : { ok: false, reason, status };

/** A queue whose calls get these responses in order, the last one repeatedly, and the URLs that were called. */
function open(answers: readonly [Answer, ...Answer[]], retryDelaysMs = [5, 5]) {
  const called: string[] = [];
  queue = createUrlQueue(
    {
      async fetchTag(url, _headers, _signal, trace) {
        const { status, ...fetched } = answers[called.length] ?? answers.at(-1) ?? okAnswer;
        called.push(url);
        if (trace && status !== undefined) trace.status = status;
        return fetched;
      },
    },
    { retryDelaysMs },
  );
  return { queue, called };
}

/** Waits longer than all retry delays together. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 60));

test.each<[string, Answer]>([
  ['the connection fails', failing('conn_error')],
  ['it times out', failing('timeout')],
  ['the server fails', failing('http_error', 503)],
  ['the server rejects it for now', failing('http_error', 429)],
])('a call with retries is repeated when %s, until it succeeds', async (_, answer) => {
  const { queue: calls, called } = open([answer, answer, okAnswer]);
  calls.addWithRetries('https://bidder.example/bill');
  await vi.waitFor(() => expect(called).toHaveLength(3));
  await settle();
  expect(called).toHaveLength(3);
});

test('it is given up after the last retry', async () => {
  const { queue: calls, called } = open([failing('conn_error')]);
  calls.addWithRetries('https://bidder.example/bill');
  await vi.waitFor(() => expect(called).toHaveLength(3));
  await settle();
  expect(called).toHaveLength(3);
});

test.each<[string, Answer]>([
  ['responds with 404', failing('http_error', 404)],
  ['redirects endlessly', failing('http_error', 302)],
  ['must not be called', failing('refused_address')],
])('a URL that %s is not called again', async (_, answer) => {
  const { queue: calls, called } = open([answer]);
  calls.addWithRetries('https://bidder.example/bill');
  await settle();
  expect(called).toHaveLength(1);
});

test('a call without retries is made once, whatever its result', async () => {
  const { queue: calls, called } = open([failing('conn_error')]);
  calls.add(['https://bidder.example/won', 'https://bidder.example/lost']);
  await settle();
  expect(called).toHaveLength(2);
});

test('when the queue is closed, pending retries are tried once more at once, and then no more', async () => {
  const { queue: calls, called } = open([failing('conn_error')], [60_000, 60_000]);
  const bills = Array.from({ length: 40 }, (_, index) => `https://bidder.example/bill/${index}`);
  for (const bill of bills) calls.addWithRetries(bill);
  await vi.waitFor(() => expect(called).toHaveLength(bills.length));
  await calls.close();
  expect(called.slice(bills.length).toSorted()).toEqual(bills.toSorted());
  await settle();
  expect(called).toHaveLength(2 * bills.length);
});

test('a closed queue drops calls without retries and does not wait', async () => {
  const requestedUrls: string[] = [];
  queue = createUrlQueue({
    fetchTag: (url, _headers, signal) =>
      new Promise((answer) => {
        requestedUrls.push(url);
        signal.addEventListener('abort', () => answer(failing('timeout')));
      }),
  });
  const urls = Array.from({ length: 40 }, (_, index) => `https://bidder.example/lost/${index}`);
  queue.add(urls);
  await queue.close();
  expect(requestedUrls).toEqual(urls.slice(0, requestedUrls.length));
  expect(requestedUrls.length).toBeLessThan(urls.length);
});
