import type { IncomingMessage } from 'node:http';
import { isImpression } from '#events/load/paidImpression.ts';
import type { LivePayload, TokenPayload } from '#events/record/records.ts';
import type { TrackedEvent } from '#model/index.ts';
import { UnreadableSecret } from '#runtime/sealing/secretSealer.ts';
import type { FrequencyCapTarget } from '#storage/counters/frequencyCounters.ts';
import { readQuery, type Query } from '#standards/readQuery.ts';
import { openPriceKeys } from '../notices/openPriceKeys.ts';
import { readPrice } from '../notices/readPrice.ts';
import { reportPartnerErrors } from './partnerErrors.ts';
import { notifyExchange, type Hit } from '../notices/exchangeNotices.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { hitRecord } from './hitRecord.ts';
import { sourceOfHit, type SourceDeps } from './sourceOfHit.ts';

export type TrackingDeps = Pick<
  ServingDeps,
  | 'verifier'
  | 'spool'
  | 'now'
  | 'logger'
  | 'delivery'
  | 'budgets'
  | 'snapshot'
  | 'sealer'
  | 'secrets'
  | 'sealedNotices'
  | 'reports'
  | 'metrics'
> &
  SourceDeps;

/**
 * Verifies and stores a hit on one of our URLs: it is on disk before anything follows from it. Then updates frequency
 * caps and budgets, notifies the ad exchange that bought the ad, and reports errors to the ad's own Error URLs where its
 * VAST had no room for them. Hits on ads of test requests are stored as tests, and update nothing. Returns false when
 * the hit cannot be stored.
 */
export async function trackEvent(
  deps: TrackingDeps,
  { event, token }: { event: TrackedEvent; token: string },
  message: IncomingMessage,
): Promise<boolean> {
  const at = deps.now();
  const { verdict, payload } = deps.verifier.verify(event, token, at);
  deps.metrics?.addHit(event, verdict);
  const query = readQuery(message.url ?? '');
  const hit: Hit = { at, event, errorCode: codeOf(event, query) };
  const price = payload ? reportedPrice(deps, payload, query) : undefined;
  if (price !== undefined) hit.price = price;
  const source = payload && verdict === 'valid' ? sourceOfHit(deps, hit, payload, message) : null;
  try {
    await deps.spool.appendDurably(hitRecord({ verdict, ...hit, ...(source ? { source } : {}) }, payload));
  } catch {
    return false;
  }
  if (payload && !payload.isTest && verdict === 'valid') recordDelivery(deps, event, payload, at);
  const sealed = query.get('x');
  if (sealed !== undefined && verdict === 'valid') notifyExchange(deps, sealed, { ...hit, payload });
  const errors = event === 'error' ? query.get('er') : undefined;
  if (errors !== undefined && verdict === 'valid') {
    reportPartnerErrors(deps, errors, { at, serveId: payload.serveId, code: hit.errorCode });
  }
  return true;
}

/**
 * Updates what bounds delivery: frequency counts of impressions, and budgets of own campaigns' won and billed bids. A
 * reported loss does not release its reservation at once: the supplier may still bill it.
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

/**
 * The VAST error code of an error event (900, undefined error, for an invalid one), or the loss reason of a lost bid;
 * else 0.
 */
function codeOf(event: TrackedEvent, query: Query): number {
  if (event === 'loss') return Number(/^\d{1,4}$/.exec(query.get('r') ?? '')?.[0] ?? 0);
  if (event !== 'error') return 0;
  const code = /^[1-9]\d{2}$/.exec(query.get('code') ?? '');
  return code ? Number(code[0]) : 900;
}

/** The price of an impression that the supplier reports, where prices are reported per impression. */
function reportedPrice(
  { snapshot, secrets, logger }: TrackingDeps,
  { origin, ad }: TokenPayload,
  query: Query,
): number | undefined {
  if (!ad.buying?.isSecondPrice || origin.supplierId === undefined) return undefined;
  const supplier = snapshot().rows.supplier.get(origin.supplierId);
  if (!supplier) return undefined;
  try {
    return readPrice(query.get('p'), openPriceKeys(supplier, secrets));
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    logger.error(error);
    return undefined;
  }
}
