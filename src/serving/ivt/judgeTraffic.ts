import { isInvalid, type Environment, type IvtVerdict } from '#model/index.ts';
import type { RequestFacts } from '../imp/requestFacts.ts';
import type { TrafficJudge } from './trafficJudge.ts';

/** What a channel does about invalid traffic. */
interface TrafficPolicy {
  environment: Environment;
  /** Whether its requests are judged. */
  checksIvt: boolean;
  /** Whether its account gives no ad to what is found invalid. */
  blocksIvt: boolean;
}

/** What is to be done with a request because of how it was judged. */
export interface TrafficRuling {
  /** To be recorded with the request; undefined where its channel has nothing judged. */
  verdict: IvtVerdict | undefined;
  /** Whether it gets no ad (`ivt_prebid`). */
  isRefused: boolean;
  /** Whether tags that check for invalid traffic are out (`ivt`). Judged when asked for, once. */
  isInvalid(): boolean;
}

/** Judges a request that came at `at` (ms) as its channel wants: not at all where neither it nor a tag asks. */
export function judgeTraffic(
  traffic: TrafficJudge,
  { environment, checksIvt, blocksIvt }: TrafficPolicy,
  facts: RequestFacts,
  at: number,
): TrafficRuling {
  let known: IvtVerdict | undefined;
  const judge = () => (known ??= traffic.judge(facts, environment, at));
  const verdict = checksIvt ? judge() : undefined;
  return {
    verdict,
    isRefused: blocksIvt && isInvalid(verdict),
    isInvalid: () => isInvalid(judge()),
  };
}
