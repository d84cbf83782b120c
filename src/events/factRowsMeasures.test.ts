import { expect, test } from 'vitest';
import { kindsOfMeasure, measures, measureSources, type MeasureSource } from '#model/index.ts';
import { buildFactRows } from '#tests/support/events/buildFactRows.ts';
import { buildAudience, buildEvent, buildOrigin, buildPayload, buildServe } from '#tests/support/events/buildRecord.ts';

test('every measure has records that add to it: by event, by outcome, or computed from a sale', () => {
  const sources: readonly MeasureSource[] = Object.values(measureSources);
  const origin = buildOrigin({ supplierId: 3, audience: buildAudience({ device: '00112233445566aa' }) });
  const { ad } = buildPayload();
  const marketplace = { name: 'Exchange A', revMd: 5 };
  const payload = buildPayload({ origin, ad: { ...ad, marketplace, verificationVendors: 3, verificationFee: 7 } });
  const hits = sources.flatMap((source) => {
    if (!('event' in source)) return [];
    return [buildEvent({ event: source.event, errorCode: Number(source.reason?.slice('loss_'.length) ?? 0), payload })];
  });
  const served = buildServe({ origin, opportunityCost: 70_000, requestFee: 100, slots: 4 });
  served.candidates = served.candidates.map((outcome) => (outcome.reason === null ? { ...outcome, ads: 3 } : outcome));
  const candidates = sources.flatMap((source) => {
    if (!('outcome' in source)) return [];
    return served.candidates.slice(0, 1).map((outcome) => ({ ...outcome, reason: source.outcome }));
  });
  const missed = buildServe({ origin, reason: 'no_candidates', candidates });
  const rows = buildFactRows([served, missed, buildEvent({ payload }), ...hits], () => 'counted');
  // The nightly review books adjustments.
  const recorded = measures.filter((measure) => !kindsOfMeasure(measure).includes('adjustment'));
  expect(recorded.filter((measure) => !rows.some((row) => (row[measure] ?? 0) > 0))).toEqual([]);
});
