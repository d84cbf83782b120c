import { expect, test } from 'vitest';
import { RandomSource } from '#tests/support/engine/randomSource.ts';
import { fullOrReduced } from '#tests/support/fullOrReduced.ts';
import { mutateJson } from '#tests/support/native/mutateJson.ts';
import { responseTo, nativeNames, nativeRequests } from '#tests/support/native/nativeSamples.ts';
import { responseViolations, nativeOf, requestViolations } from '#tests/support/native/nativeViolations.ts';
import minimalRequests from '../fixtures/minimalRequests.json' with { type: 'json' };
import { readBidRequest } from '../request/readBidRequest.ts';
import { nativeFault } from './nativeFault.ts';
import { withNativeTrackers } from './withNativeTrackers.ts';

const ours = { impression: ['https://t.example/i'], click: ['https://t.example/c'] };

/** The native request sent to bidders; null when the bid request is refused. */
function sent(request: unknown): string | null {
  const result = readBidRequest({ ...minimalRequests.native, imp: [{ id: '1', native: { request } }] });
  return result.ok ? (result.request.imp[0]?.native?.request ?? null) : null;
}

test('Native 1.2: of mutated requests and answers, bidders get well-formed requests, and no response is sold that breaks one', () => {
  const count = fullOrReduced(20_000, 4_000);
  const random = new RandomSource(22);
  const verdicts = { refused: 0, impossible: 0, rejected: 0, sold: 0 };
  for (let round = 0; round < count; round += 1) {
    const mutated = mutateJson(random.pick(nativeRequests), random.below(3), nativeNames, random);
    const request = sent(random.boolean(0.8) ? JSON.stringify(mutated) : mutated);
    if (request === null) {
      verdicts.refused += 1;
      continue;
    }
    const asked = nativeOf(request);
    expect(requestViolations(asked), request).toEqual([]);
    const fitting = responseTo(JSON.parse(request) as object);
    // Terms of videos may leave no video that fits.
    if (nativeFault(JSON.stringify(fitting), request, true) !== null) {
      verdicts.impossible += 1;
      expect(request).toContain('"video":');
      continue;
    }
    const adm = JSON.stringify(mutateJson(fitting, random.below(3), nativeNames, random));
    const isSold = nativeFault(adm, request, true) === null;
    verdicts[isSold ? 'sold' : 'rejected'] += 1;
    const tracked = withNativeTrackers(adm, request, ours);
    if (!isSold) continue;
    expect(responseViolations(nativeOf(tracked), asked), `${tracked} to ${request}`).toEqual([]);
    expect(nativeFault(tracked, request, true), `${tracked} to ${request}`).toBeNull();
  }
  // Mutations that have no effect are worth as little as those that are always refused.
  expect(verdicts.refused).toBeGreaterThan(count / 5);
  expect(verdicts.impossible).toBeLessThan(count / 10);
  expect(verdicts.rejected).toBeGreaterThan(count / 10);
  expect(verdicts.sold).toBeGreaterThan(count / 10);
});
