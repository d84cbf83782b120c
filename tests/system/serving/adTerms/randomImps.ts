import type { Deal, Imp, Native, Video } from '#standards/openrtb/types.ts';
import type { RandomSource } from '#tests/support/engine/randomSource.ts';
import { nativeRequests } from '#tests/support/native/nativeSamples.ts';
import { randomBanner } from './randomBanner.ts';
import { randomImp } from './randomTerms.ts';

/**
 * The imps of a request: mostly one video or audio; else the slots of a pod, a pod of several ads, or two to four imps
 * of any media, some of which offer several.
 */
export function randomImps(random: RandomSource): Imp[] {
  const form = random.below(12);
  if (form < 6) return [withDeals(randomImp('1', random), random)];
  if (form < 8) return [dynamicPod('1', random)];
  if (form < 9) return structuredPod(random);
  const imps = form === 11 ? 1 : 2 + random.below(3);
  return Array.from({ length: imps }, (_, index) => withDeals(mixedImp(`${index + 1}`, random), random));
}

/** A pod of several ads: its time, and sometimes how many they are and what must differ. */
function dynamicPod(id: string, random: RandomSource): Imp {
  const imp = randomImp(id, random);
  const pod = { poddur: random.pick([20, 30, 60]), ...(random.boolean(0.5) ? { maxseq: random.pick([1, 2, 3]) } : {}) };
  for (const media of [imp.video, imp.audio]) if (media) Object.assign(media, pod);
  if (imp.video) Object.assign(imp.video, dedupe(random));
  return imp;
}

/** Two or three slots of one pod, sometimes with a part in which several ads fit. */
function structuredPod(random: RandomSource): Imp[] {
  const rules = dedupe(random);
  return Array.from({ length: 2 + random.below(2) }, (_, index) => {
    const imp = random.boolean(0.2) ? dynamicPod(`${index + 1}`, random) : randomImp(`${index + 1}`, random);
    for (const media of [imp.video, imp.audio]) if (media) media.podid = 'mid';
    if (imp.video) Object.assign(imp.video, rules);
    return imp;
  });
}

function dedupe(random: RandomSource): Pick<Video, 'poddedupe'> {
  return random.boolean(0.4) ? { poddedupe: random.pick([[1], [3], [1, 3], [2, 4]]) } : {};
}

function mixedImp(id: string, random: RandomSource): Imp {
  const form = random.below(6);
  if (form < 2) return randomImp(id, random);
  const imp: Imp = form < 3 ? randomImp(id, random) : { id };
  if (form < 5) imp.banner = randomBanner(random);
  if (form > 3) imp.native = randomNative(random);
  if (imp.secure === undefined && random.boolean(0.3)) imp.secure = random.boolean(0.5) ? 1 : 0;
  if (imp.bidfloor === undefined && random.boolean(0.3)) imp.bidfloor = random.pick([0.5, 2]);
  return imp;
}

function randomNative(random: RandomSource): Native {
  return { ver: '1.2', request: JSON.stringify(random.pick(nativeRequests)) };
}

function withDeals(imp: Imp, random: RandomSource): Imp {
  if (!random.boolean(0.2)) return imp;
  const deals = Array.from({ length: 1 + random.below(2) }, (_, index) => randomDeal(`deal-${index + 1}`, random));
  return { ...imp, pmp: { private_auction: random.boolean(0.3) ? 1 : 0, deals } };
}

function randomDeal(id: string, random: RandomSource): Deal {
  return {
    id,
    ...(random.boolean(0.6) ? { bidfloor: random.pick([0.2, 1, 4]) } : {}),
    ...(random.boolean(0.2) ? { mincpmpersec: random.pick([0.02, 0.2]) } : {}),
    ...(random.boolean(0.2)
      ? {
          durfloors: [
            { maxdur: 15, bidfloor: 1 },
            { mindur: 16, bidfloor: 3 },
          ],
        }
      : {}),
    ...(random.boolean(0.2) ? { wadomain: ['brand.example'] } : {}),
    ...(random.boolean(0.2) ? { at: random.pick([1, 2, 3]) } : {}),
  };
}
