import type { FactRow } from '#events/load/factRows.ts';
import { lateIvtReasons, type LateIvtReason } from '#model/index.ts';

const reasons = Object.keys(lateIvtReasons) as LateIvtReason[];
/** The share of rows that the nightly review adjusts, and the share of their impressions and clicks. */
const adjustedRows = 0.02;
const adjustedShare = 0.6;

/** The adjustment of some impressions of a row, as the nightly review books it; null for most rows. */
export function adjustmentOf(row: FactRow, random: () => number): FactRow | null {
  const { imps = 0, clicks = 0, rev = 0, cost = 0, revM, revMd, ...shared } = row;
  if (imps === 0 || random() >= adjustedRows) return null;
  const invalid = Math.ceil(imps * adjustedShare);
  const share = (amount: number) => Math.floor((amount * invalid) / imps);
  const { at, demandId, channelId, subpublisherId, environment, site, app, publisher, creative } = shared;
  const { advertiserId, tagId, tier, marketplace, country, deviceKind, os, browser, mediaType, integration, consent } =
    shared;
  return {
    at,
    kind: 'adjustment',
    verdict: 'counted',
    demandId,
    channelId,
    subpublisherId,
    environment,
    site,
    app,
    publisher,
    creative,
    advertiserId,
    tagId,
    tier,
    marketplace,
    country,
    deviceKind,
    os,
    browser,
    mediaType,
    integration,
    consent,
    ivt: reasons[Math.floor(random() * reasons.length)],
    adjustedImps: invalid,
    adjustedClicks: share(clicks),
    adjustedRev: share(rev),
    adjustedCost: share(cost),
    adjustedRevM: revM === undefined ? undefined : share(revM),
    adjustedRevMd: revMd === undefined ? undefined : share(revMd),
  };
}
