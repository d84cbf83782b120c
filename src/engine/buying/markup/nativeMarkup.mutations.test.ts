import { expect, test } from 'vitest';
import { nativeFault } from '#standards/openrtb/native/nativeFault.ts';
import { nativeRequestOf } from '#standards/openrtb/native/nativeRequestOf.ts';
import { buildCreative, buildImage } from '#tests/support/engine/buildCreative.ts';
import { RandomSource } from '#tests/support/engine/randomSource.ts';
import { fullOrReduced } from '#tests/support/fullOrReduced.ts';
import { mutateJson } from '#tests/support/native/mutateJson.ts';
import { nativeNames, nativeRequests } from '#tests/support/native/nativeSamples.ts';
import { responseViolations, nativeOf } from '#tests/support/native/nativeViolations.ts';
import { nativeMarkup } from './nativeMarkup.ts';

const creative = buildCreative({
  type: 'native',
  files: [
    buildImage({ width: 1200, height: 627, mime: 'image/jpeg' }),
    buildImage({ width: 600, height: 314 }),
    buildImage({ role: 'icon', width: 80, height: 80 }),
  ],
  title: 'Spring is here',
  body: 'All bikes are cheaper.',
  sponsor: 'Brand',
  callToAction: 'See them',
});
const place = { mediaUrl: 'https://ads.example/media', registry: 'house.example', fill: (text: string) => text };

test('Native 1.2: an own campaign responds to mutated requests with what they ask for, or not at all', () => {
  const count = fullOrReduced(20_000, 4_000);
  const random = new RandomSource(23);
  const verdicts = { none: 0, answered: 0 };
  for (let round = 0; round < count; round += 1) {
    const request = JSON.stringify(mutateJson(random.pick(nativeRequests), random.below(3), nativeNames, random));
    const adm = nativeMarkup(creative, { request }, place);
    verdicts[adm === null ? 'none' : 'answered'] += 1;
    if (adm === null) continue;
    expect(nativeRequestOf(request), request).not.toBeNull();
    expect(nativeFault(adm, request, true), `${adm} to ${request}`).toBeNull();
    expect(responseViolations(nativeOf(adm), nativeOf(request)), `${adm} to ${request}`).toEqual([]);
  }
  expect(verdicts.none).toBeGreaterThan(count / 5);
  expect(verdicts.answered).toBeGreaterThan(count / 5);
});
