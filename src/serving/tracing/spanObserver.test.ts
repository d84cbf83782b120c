import { expect, test } from 'vitest';
import type { ImpRequest } from '#engine/auction/impRequest.ts';
import type { CompiledTag } from '#engine/plan/plan.ts';
import type { Span } from '#runtime/tracing/tracer.ts';
import type { WrapperAd } from '#standards/vast/types.ts';
import { joinObservers, spanObserver } from './spanObserver.ts';

/** A span that appends its start and end to lines. */
function spanIn(lines: string[], name: string): Span {
  return {
    traceId: '',
    child(child, attributes = {}) {
      lines.push(`${name} > ${[child, ...Object.values(attributes)].join(' ')}`);
      return spanIn(lines, child);
    },
    set: () => undefined,
    end: (failure) => void lines.push(`${name} ends${failure === undefined ? '' : `: ${failure}`}`),
  };
}

const tag = { id: 7, advertiserId: 3, bidder: null } as CompiledTag;
const exchange = { ...tag, id: -9 };
const calls = [{ candidate: { tag: exchange } }] as unknown as ImpRequest[];

test('each call is a span of the auction and ends with its result', () => {
  const lines: string[] = [];
  const observer = spanObserver(spanIn(lines, 'vast'));
  observer.onStart(0);
  observer.onTagCall({ callId: 1, url: 'https://partner.example/?secret', wrappers: [], tag });
  observer.onTagCall({ callId: 2, url: '', wrappers: [{} as WrapperAd], tag });
  observer.onBidRequest(calls, '');
  observer.onInput({ kind: 'reply', now: 1, callId: 1, reply: { ok: true, text: '' } });
  observer.onInput({ kind: 'bids', now: 2, impRequests: calls, reply: { ok: false, reason: 'conn_error' } });
  observer.onInput({ kind: 'clock', now: 3 });
  observer.onEnd(3);
  expect(lines).toEqual([
    'vast > auction',
    'auction > call tag advertiser 3 0',
    'auction > call tag advertiser 3 1',
    'auction > request bids adexchange 9 1',
    'call tag ends',
    'request bids ends: conn_error',
    'call tag ends: given up',
    'auction ends',
  ]);
});

test('joined observers receive the same, and none are joined to none', () => {
  const [first, second]: [string[], string[]] = [[], []];
  const joined = joinObservers([spanObserver(spanIn(first, 'a')), null, spanObserver(spanIn(second, 'a'))]);
  joined?.onStart(0);
  joined?.onEnd(1);
  expect(first).toEqual(['a > auction', 'auction ends']);
  expect(second).toEqual(first);
  expect(joinObservers([null, null])).toBeNull();
});
