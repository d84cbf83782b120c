import { expect, test } from 'vitest';
import type { PodAd, PodTerms } from './pod.ts';
import { requestedSlots } from './requestedSlots.ts';
import type { Decision } from './types.ts';

const terms: PodTerms = {
  podId: 'pod',
  isShared: false,
  slots: 8,
  durationS: 60,
  shortestS: 5,
  dedupe: { creatives: false, advertisers: false, categories: false },
};
const sale = (durationS: number) => ({ podAd: { durationS } as PodAd });
const filled = (first: number, ...further: number[]) =>
  ({ kind: 'filled', ...sale(first), further: further.map(sale) }) as unknown as Decision;
const unfilled = { kind: 'unfilled' } as Decision;

test.each<[string, PodTerms | null, Decision | null, number]>([
  ['a single ad', null, unfilled, 1],
  ['one imp of a structured pod', { ...terms, slots: 1, durationS: null }, filled(15), 1],
  ['a pod without a duration', { ...terms, durationS: null }, filled(30), 8],
  ['a pod before its auction', terms, null, 4],
  ['a pod without an ad', terms, unfilled, 4],
  ['a pod of few slots without an ad', { ...terms, slots: 2 }, unfilled, 2],
  ['a pod that is half full', terms, filled(30), 2],
  ['a full pod', terms, filled(30, 30), 2],
  ['a pod with little time left', terms, filled(20, 30), 2],
  ['a pod of short ads', terms, filled(10, 10), 6],
  ['a pod of very short ads', terms, filled(2), 8],
  ['a pod whose ads have no known duration', terms, filled(0, 0), 7],
  ['a pod that only long ads may fill', { ...terms, shortestS: 30 }, unfilled, 2],
  ['a pod with time for one ad', { ...terms, durationS: 10, shortestS: 10 }, unfilled, 1],
  ['a pod with less time than a usual ad takes', { ...terms, durationS: 8 }, filled(8), 1],
])('%s', (_name, pod, decision, slots) => {
  expect(requestedSlots(pod, decision)).toBe(slots);
});
