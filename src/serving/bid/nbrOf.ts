import type { SupplyReason } from '#model/index.ts';

/** Numbers of OpenRTB's list of no-bid reasons (2.5, 5.24); from 500 on they are our own. */
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

/** The no-bid reason of impressions that were all refused for the same thing; null where nothing better than silence is to be told. */
export function nbrOf(reasons: readonly (SupplyReason | null)[]): number | null {
  const [first = null, ...others] = reasons;
  if (first === null || others.some((each) => each !== first)) return null;
  return codeOfReason[first] ?? null;
}
