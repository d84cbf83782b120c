import { expect, test } from 'vitest';
import minimalRequests from '../fixtures/minimalRequests.json' with { type: 'json' };
import { bidRequestFromQuery } from './bidRequestFromQuery.ts';
import { queryFromBidRequest } from './queryFromBidRequest.ts';
import { readBidRequest } from './readBidRequest.ts';
import { readPrebidExt } from '../prebid/readPrebidExt.ts';
import { videoFromQuery } from './videoFromQuery.ts';
import { createBidRequestWriter } from './writeBidRequest.ts';

/** Numbers in [0, 1), the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const oddities: unknown[] = [
  null,
  true,
  0,
  -1,
  2,
  0.5,
  1e300,
  '',
  '1',
  'x',
  '\ud800!,%',
  [],
  [null],
  ['a', 1],
  [[]],
  {},
  { id: '1' },
  { prebid: { bidder: { a: {} } }, schain: { complete: 1, nodes: [{ asi: '\udfff', sid: '!' }] } },
  JSON.parse('{"__proto__":{"id":1},"constructor":null,"toString":"x","length":3}'),
];

/** Every object and list inside a value. */
function partsOf(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(partsOf)];
}

const names = ['ext', 'schain', 'data', 'eids', 'gpp_sid', 'plcmt', 'rqddurs', 'kwarray', 'langb', 'wseat', 'pmp'];

test('no request, however hostile, makes reading, writing or describing it throw', () => {
  const random = createRandom(7);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  let accepted = 0;
  for (let run = 0; run < 4000; run += 1) {
    const value: unknown = structuredClone(pick(Object.values(minimalRequests)));
    for (let change = 0; change < 1 + random() * 3; change += 1) {
      const part = pick(partsOf(value));
      part[pick([...Object.keys(part), ...names])] = structuredClone(pick(oddities));
    }
    const text = JSON.stringify(value);
    const result = readBidRequest(value, { isPlaceOptional: random() < 0.5 });
    expect(JSON.stringify(value)).toBe(text);
    if (!result.ok) continue;
    accepted += 1;
    const { request } = result;
    const writer = createBidRequestWriter();
    for (const version of ['2.5', '2.6'] as const) {
      const written: unknown = JSON.parse(writer.write(request, version));
      expect(readBidRequest(written, { isPlaceOptional: true }), JSON.stringify(written)).toMatchObject({ ok: true });
    }
    readPrebidExt(request);
    for (const imp of request.imp) {
      const query = queryFromBidRequest(request, imp);
      for (const each of query.values()) encodeURIComponent(each);
      bidRequestFromQuery(query, {
        id: 'r',
        address: '',
        agent: undefined,
        page: query.get('url'),
        language: undefined,
        environment: 'web',
        hasGpc: false,
        countryAlpha3: (code) => code,
      });
      videoFromQuery(query, { mimes: ['video/mp4'] });
    }
  }
  expect(accepted).toBeGreaterThan(1000);
});
