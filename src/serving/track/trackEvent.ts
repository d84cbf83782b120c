import { isImpression } from '#events/load/paidImpression.ts';
import type { LivePayload, TokenPayload } from '#events/record/records.ts';
import type { TrackedEvent } from '#model/index.ts';
import type { FrequencyCapTarget } from '#storage/counters/frequencyCounters.ts';
import { readQuery, type Query } from '#standards/readQuery.ts';
import { readPrice } from '../notices/readPrice.ts';
import { notifyExchange, type Hit } from '../notices/exchangeNotices.ts';
import type { ServingDeps } from '../servingDeps.ts';

/** What hearing of an event takes. */
export type TrackingDeps = Pick<
  ServingDeps,
  'verifier' | 'spool' | 'now' | 'logger' | 'delivery' | 'budgets' | 'snapshot' | 'sealer' | 'notices'
>;

/**
 * Takes a hit on a URL of ours: judged, and on disk before anything follows from it. Whoever waits for the event is told:
 * those who count viewers, and the ad exchange that bought the ad. A hit on an ad that answered a test is not stored, and
 * only the exchange is notified. False when nothing can be stored.
 */
export async function trackEvent(
  deps: TrackingDeps,
  { event, token }: { event: TrackedEvent; token: string },
  url: string,
): Promise<boolean> {
  const at = deps.now();
  const { verdict, payload } = deps.verifier.verify(event, token, at);
  const query = readQuery(url);
  const hit: Hit = { at, event, errorCode: codeOf(event, query) };
  const price = payload ? reportedPrice(deps, payload, query) : undefined;
  if (price !== undefined) hit.price = price;
  if (!payload?.isTest) {
    try {
      await deps.spool.appendDurably({ type: 'event', verdict, payload, ...hit });
    } catch {
      return false;
    }
    if (payload && verdict === 'valid') recordDelivery(deps, event, payload, at);
  }
  const sealed = query.get('x');
  if (sealed !== undefined && verdict === 'valid') notifyExchange(deps, sealed, { ...hit, payload });
  return true;
}

/**
 * Tells what keeps delivery within its limits: of impressions, and of own campaigns' bids that have won. Money of a bid that
 * is said to be lost is not free at once: who tells of a loss may still bill.
 */
function recordDelivery(
  { delivery, budgets }: Pick<TrackingDeps, 'delivery' | 'budgets'>,
  event: TrackedEvent,
  { ad, viewer, household, serveId, servedAt, origin }: LivePayload,
  at: number,
): void {
  const { campaignId, tagId, rev } = ad;
  const isCounted = isImpression(event, ad);
  if (isCounted) {
    for (const key of [viewer, household]) {
      if (key) delivery.counters.add(cappedItem(tagId, campaignId), key, serveId, at);
    }
  }
  if (campaignId === undefined) return;
  const bought = { adId: serveId, campaignId, price: rev, bidAt: servedAt };
  const { supplierId = 0 } = origin;
  if (isCounted) budgets.billed(bought, supplierId);
  else if (event === 'win') budgets.won(bought, supplierId);
}

function cappedItem(tagId: number, campaignId: number | undefined): FrequencyCapTarget {
  return campaignId === undefined ? { kind: 'tag', id: tagId } : { kind: 'campaign', id: campaignId };
}

/** The VAST error code of an error hit, 900, undefined, for anything that is none; the loss reason of a lost bid. */
function codeOf(event: TrackedEvent, query: Query): number {
  if (event === 'loss') return Number(/^\d{1,4}$/.exec(query.get('r') ?? '')?.[0] ?? 0);
  if (event !== 'error') return 0;
  const code = /^[1-9]\d{2}$/.exec(query.get('code') ?? '');
  return code ? Number(code[0]) : 900;
}

/** The price of an impression that a supplier told, where one of its own counts. */
function reportedPrice({ snapshot }: TrackingDeps, { origin, ad }: TokenPayload, query: Query): number | undefined {
  if (!ad.buying?.isSecondPrice || origin.supplierId === undefined) return undefined;
  const supplier = snapshot().rows.supplier.get(origin.supplierId);
  return supplier && readPrice(query.get('p'), supplier);
}
