import { isInvalid, type Environment, type IvtVerdict } from '#model/index.ts';
import type { RequestSignals } from '../imp/requestSignals.ts';
import type { IvtDetector } from './ivtDetector.ts';

/** A channel's policy on invalid traffic. */
interface TrafficPolicy {
  environment: Environment;
  /** Whether its requests are checked. */
  checksIvt: boolean;
  /** Whether invalid requests get no ad. */
  blocksIvt: boolean;
}

/** The result of a request's traffic check. */
export interface TrafficCheck {
  /** Recorded with the request; undefined when the channel does not check. */
  verdict: IvtVerdict | undefined;
  /** Whether it gets no ad (`ivt_prebid`). */
  isBlocked: boolean;
  /** Whether tags that check for invalid traffic are excluded (`ivt`). Evaluated once, on first use. */
  isInvalid(): boolean;
}

/**
 * Checks a request at `at` (ms) by its channel's policy. Nothing is evaluated when neither the channel nor a tag
 * requires it.
 */
export function checkTraffic(
  traffic: IvtDetector,
  { environment, checksIvt, blocksIvt }: TrafficPolicy,
  signals: RequestSignals,
  at: number,
): TrafficCheck {
  let known: IvtVerdict | undefined;
  const detect = () => (known ??= traffic.detect(signals, environment, at));
  const verdict = checksIvt ? detect() : undefined;
  return {
    verdict,
    isBlocked: blocksIvt && isInvalid(verdict),
    isInvalid: () => isInvalid(detect()),
  };
}
