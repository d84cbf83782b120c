import type { SupplyReason } from '#model/index.ts';

/** Codes of OpenRTB's list of no-bid reasons (2.5, 5.24). Codes from 500 are our own. */
const codeOfReason: Partial<Record<SupplyReason, number>> = {
  ads_txt_unauthorised: 12,
  schain_incomplete: 16,
  seat_not_allowed: 500,
  ivt_prebid: 4,
  overload: 1,
  app_blocked: 7,
  site_blocked: 7,
  publisher_blocked: 7,
};

/**
 * The no-bid reason of a request whose imps were all rejected for the same reason. Returns null when the reasons differ
 * or have no code: then the response is 204.
 */
export function nbrOf(reasons: readonly (SupplyReason | null)[]): number | null {
  const [first = null, ...others] = reasons;
  if (first === null || others.some((each) => each !== first)) return null;
  return codeOfReason[first] ?? null;
}
