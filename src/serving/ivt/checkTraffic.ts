import { isInvalid, type Environment, type IvtVerdict } from '#model/index.ts';
import type { RequestFacts } from '../imp/requestFacts.ts';
import type { IvtDetector } from './ivtDetector.ts';

/** What a channel does about invalid traffic. */
interface TrafficPolicy {
  environment: Environment;
  /** Whether its requests are judged. */
  checksIvt: boolean;
  /** Whether its account gives no ad to what is found invalid. */
  blocksIvt: boolean;
}

/** What is to be done with a request because of how it was judged. */
export interface TrafficCheck {
  /** To be recorded with the request; undefined where its channel has nothing judged. */
  verdict: IvtVerdict | undefined;
  /** Whether it gets no ad (`ivt_prebid`). */
  isBlocked: boolean;
  /** Whether tags that check for invalid traffic are out (`ivt`). Judged when asked for, once. */
  isInvalid(): boolean;
}

/** Judges a request that came at `at` (ms) as its channel wants: not at all where neither it nor a tag asks. */
export function checkTraffic(
  traffic: IvtDetector,
  { environment, checksIvt, blocksIvt }: TrafficPolicy,
  facts: RequestFacts,
  at: number,
): TrafficCheck {
  let known: IvtVerdict | undefined;
  const detect = () => (known ??= traffic.detect(facts, environment, at));
  const verdict = checksIvt ? detect() : undefined;
  return {
    verdict,
    isBlocked: blocksIvt && isInvalid(verdict),
    isInvalid: () => isInvalid(detect()),
  };
}
