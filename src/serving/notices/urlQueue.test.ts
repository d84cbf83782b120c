import { afterEach, expect, test, vi } from 'vitest';
import type { FetchResult } from '#outbound/callFailure.ts';
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

/** A queue whose calls are answered in turn, the last answer from then on; and the URLs that were called. */
function open(answers: readonly [Answer, ...Answer[]], pausesMs = [5, 5]) {
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
    { retryDelaysMs: pausesMs },
  );
  return { queue, called };
}

/** Longer than all pauses together. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 60));

test.each<[string, Answer]>([
  ['no connection can be made', failing('conn_error')],
  ['it is too slow', failing('timeout')],
  ['its server is broken', failing('http_error', 503)],
  ['it is asked to wait', failing('http_error', 429)],
])('what is insisted on is called again when %s, until it is heard', async (_, answer) => {
  const { queue: calls, called } = open([answer, answer, okAnswer]);
  calls.addWithRetries('https://bidder.example/bill');
  await vi.waitFor(() => expect(called).toHaveLength(3));
  await settle();
  expect(called).toHaveLength(3);
});

test('it is given up after as many tries as there are pauses', async () => {
  const { queue: calls, called } = open([failing('conn_error')]);
  calls.addWithRetries('https://bidder.example/bill');
  await vi.waitFor(() => expect(called).toHaveLength(3));
  await settle();
  expect(called).toHaveLength(3);
});

test.each<[string, Answer]>([
  ['says that there is no such thing', failing('http_error', 404)],
  ['leads on without end', failing('http_error', 302)],
  ['must not be called', failing('refused_address')],
])('an address that %s is not called again', async (_, answer) => {
  const { queue: calls, called } = open([answer]);
  calls.addWithRetries('https://bidder.example/bill');
  await settle();
  expect(called).toHaveLength(1);
});

test('what is not insisted on is called once, whatever comes of it', async () => {
  const { queue: calls, called } = open([failing('conn_error')]);
  calls.add(['https://bidder.example/won', 'https://bidder.example/lost']);
  await settle();
  expect(called).toHaveLength(2);
});

test('when the queue is closed, what it still insists on is tried once more at once, and then no more', async () => {
  const { queue: calls, called } = open([failing('conn_error')], [60_000, 60_000]);
  const bills = Array.from({ length: 40 }, (_, index) => `https://bidder.example/bill/${index}`);
  for (const bill of bills) calls.addWithRetries(bill);
  await vi.waitFor(() => expect(called).toHaveLength(bills.length));
  await calls.close();
  expect(called.slice(bills.length).toSorted()).toEqual(bills.toSorted());
  await settle();
  expect(called).toHaveLength(2 * bills.length);
});

test('a queue that is closed drops what it need not insist on, and waits for nobody', async () => {
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
