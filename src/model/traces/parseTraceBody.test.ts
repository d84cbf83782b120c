import { expect, test } from 'vitest';
import { parseTraceBody } from './parseTraceBody.ts';

const auction = { startedAt: 1, seed: 2, mediaTypes: ['video'], floor: 5, isPrivate: false, checks: [], calls: [] };
const pod = { podId: 'pod', isShared: false, slots: 2, durationS: 30 };
const apart = { creatives: true, advertisers: false, categories: true };
const rest = { snapshot: 7, request: { params: {} }, candidates: [], winners: [] };

test('a body has the dynamic floor and the pod’s deduplication', () => {
  const body = { ...rest, auction: { ...auction, dynamicFloor: 9, pod: { ...pod, shortestS: 8, dedupe: apart } } };
  expect(parseTraceBody(JSON.stringify(body))).toEqual(body);
});

test('a body of an earlier version has them under other names, and no shortest ad', () => {
  const stored = { ...rest, auction: { ...auction, learnedFloor: 9, pod: { ...pod, apart } } };
  expect(parseTraceBody(JSON.stringify(stored))).toEqual({
    ...rest,
    auction: { ...auction, dynamicFloor: 9, pod: { ...pod, shortestS: 5, dedupe: apart } },
  });
});

test('auctions without a pod, and requests without an auction, stay as they are', () => {
  const single = { ...rest, auction: { ...auction, dynamicFloor: 0, pod: null } };
  expect(parseTraceBody(JSON.stringify(single))).toEqual(single);
  expect(parseTraceBody(JSON.stringify({ ...rest, auction: null }))).toEqual({ ...rest, auction: null });
});
