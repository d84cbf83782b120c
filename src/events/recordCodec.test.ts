import { expect, test } from 'vitest';
import { buildEvent, buildPayload, buildServe } from './buildRecord.ts';
import { decodeRecord, encodeRecord } from './recordCodec.ts';
import type { SpoolRecord } from './records.ts';

const serve = buildServe();
const { ad } = buildPayload();

test.each<[string, SpoolRecord]>([
  ['a request', serve],
  ['a request without candidates', buildServe({ reason: 'no_candidates', candidates: [] })],
  [
    'a request of which a marketplace has one candidate',
    buildServe({
      candidates: serve.candidates.map((fate, index) => (index === 1 ? { ...fate, marketplace: 'Exchange A' } : fate)),
    }),
  ],
  ['a hit', buildEvent()],
  ['a forged hit', buildEvent({ verdict: 'forged', payload: null })],
  [
    'a hit on an ad that a marketplace sold',
    buildEvent({ payload: buildPayload({ ad: { ...ad, marketplace: { name: 'Exchange A', revMd: 2_125_000 } } }) }),
  ],
])('%s is read as it was written', (_, record) => {
  expect(decodeRecord(encodeRecord(record))).toEqual(record);
});

test('direct sales are written without a word of marketplaces', () => {
  expect(JSON.parse(encodeRecord(serve))).toHaveLength(13);
  expect(JSON.parse(encodeRecord(buildEvent()))).toHaveLength(19);
});

test.each(['{}', '["s",1]', '["e",1,2,3,4,5]', '["x"]', 'null', '["s",1,2,3,4,5,6,7,8,9,10,11,[],3]'])(
  '%s is no record',
  (text) => {
    expect(() => decodeRecord(text)).toThrow(SyntaxError);
  },
);
