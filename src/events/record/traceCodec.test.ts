import { expect, test } from 'vitest';
import { buildOrigin, buildTime, buildTrace } from '#tests/support/events/buildRecord.ts';
import { decodeRecord, encodeRecord } from './recordCodec.ts';
import { recordFault } from './recordFault.ts';
import type { TraceRecord } from './records.ts';
import { traceRow } from '../load/traceRow.ts';

const trace = buildTrace();
const { body } = trace;

test.each<[string, TraceRecord]>([
  ['a sampled trace', trace],
  [
    'a watched trace of a checked request',
    buildTrace({ sampleWeight: 0, isWatched: true, origin: buildOrigin({ ivt: 'crawler' }) }),
  ],
  [
    'a trace of a supplier’s request',
    buildTrace({ integration: 'bid', origin: buildOrigin({ channelId: 0, supplierId: 3 }) }),
  ],
  ['a trace of a rejected request', buildTrace({ reason: 'qps_exceeded', body: { ...body, auction: null } })],
  [
    'a trace with an ad',
    buildTrace({ reason: null, body: { ...body, winners: [{ tagId: 101, cpm: 2_500_000_000 }] } }),
  ],
])('%s survives encoding', (_, record) => {
  expect(decodeRecord(encodeRecord(record))).toEqual(record);
});

/** A text of arbitrary characters: quotes, line breaks, unpaired surrogates. */
function unusualText(seed: number): string {
  const parts = ['"', '\\', '\n', '\u2028', '\ud83d', '\udc00', '\u0000', '<VAST>', '😀', `${seed}`];
  return Array.from({ length: 40 }, (_each, index) => parts[(seed * 31 + index * index * 7) % parts.length]).join('');
}

test('a trace is one line that the store can read, whatever partners respond', () => {
  const { auction } = body;
  const [call] = auction?.calls ?? [];
  if (!auction || !call) throw new Error('the trace has a call');
  for (let seed = 0; seed < 300; seed += 1) {
    const text = unusualText(seed);
    const params = { [text.slice(0, 20)]: text };
    const unusual = buildTrace({
      body: {
        ...body,
        request: { ...body.request, params },
        auction: { ...auction, calls: [{ ...call, text, outcome: 'answered' }] },
      },
    });
    const written = encodeRecord(unusual);
    expect(written).not.toContain('\n');
    expect(decodeRecord(written)).toEqual(unusual);
    expect(recordFault(unusual, buildTime)).toBeNull();
    const row = traceRow(unusual);
    expect(row.body).not.toMatch(/\p{Surrogate}/u);
    expect(JSON.parse(row.body)).toEqual(unusual.body);
  }
});

test('a damaged line is either a record or a SyntaxError', () => {
  const written = encodeRecord(trace);
  for (let at = 0; at < written.length; at += 3) {
    for (const damaged of [written.slice(0, at), `${written.slice(0, at)}9${written.slice(at + 1)}`]) {
      try {
        const record = decodeRecord(damaged);
        // A record of the right shape is validated before it becomes a row, and validation accepts any values.
        recordFault(record, buildTime);
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError);
      }
    }
  }
});

test.each<[string, unknown]>([
  ['integration', { integration: 'window' }],
  ['sample weight', { sampleWeight: -1 }],
  ['sample weight', { sampleWeight: Number.NaN }],
  ['reason', { reason: 'whim' }],
  ['serve ID', { serveId: 'short' }],
  ['origin', { origin: buildOrigin({ channelId: -1 }) }],
  ['trace', { body: {} }],
  ['trace', { body: { ...body, candidates: [{ tagId: 1, advertiserId: 1, reason: 'whim' }] } }],
  ['trace', { body: { ...body, candidates: [null] } }],
  ['trace', { body: { ...body, auction: { calls: [{ outcome: 'whim' }], checks: [], inputs: [] } } }],
])('fault %j is found', (fault, overrides) => {
  expect(recordFault(buildTrace(overrides as Partial<TraceRecord>), buildTime)).toBe(fault);
});

test('a row has its candidates as parallel arrays', () => {
  expect(traceRow(trace)).toMatchObject({
    at: '2026-03-10T12:34:56.789',
    serveId: trace.serveId,
    demandId: 1,
    channelId: 10,
    reason: 'no_answer',
    tagIds: [101],
    advertiserIds: [51],
    reasons: ['timeout'],
    sampleWeight: 100,
    isWatched: 0,
    ivt: '',
  });
});
