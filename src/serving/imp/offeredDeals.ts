import { boughtDealIdsOf } from '#engine/buying/boughtDealIdsOf.ts';
import type { ChannelPlan, SupplierTerms } from '#engine/plan/plan.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import type { OfferedTerms, OfferedDeal } from '#events/record/records.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import type { Deal, Imp } from '#standards/openrtb/types.ts';
import { sanitizeText } from '../sanitizeText.ts';

/**
 * Remembers the deals that suppliers offered recently, so that the number of IDs is bounded and terms are recorded only
 * from time to time.
 */
export interface DealDeduplicator {
  /**
   * The deals of an imp to count; undefined when it offers none. Deals that are set up are always counted by ID, others
   * up to a limit. All beyond it count together as one deal with the ID ''.
   */
  takeOffered(
    imp: Imp,
    supplier: Pick<SupplierTerms, 'id' | 'seat'>,
    isSetUp: (dealId: string) => boolean,
    at: number,
  ): OfferedDeal[] | undefined;
}

const dayMs = 86_400_000;
const termsIntervalMs = 600_000;
/** Maximum deals of one imp that are counted by ID. */
const maxDealsPerImp = 50;
const maxIdLength = 100;

/** The deals of one supplier since the start of the UTC day. */
interface SupplierDeals {
  day: number;
  /** When the terms of a deal were last recorded (ms), by deal ID. */
  termsRecordedAt: Map<string, number>;
  /** Number of these deals that are not set up. */
  unknownDeals: number;
}

/**
 * Creates an empty deduplicator. It counts up to `maxUnknownDeals` deals that are not set up by ID, per supplier and
 * UTC day.
 */
export function createDealDeduplicator(maxUnknownDeals = 500): DealDeduplicator {
  const bySupplier = new Map<number, SupplierDeals>();
  const dealsOf = (supplierId: number, day: number): SupplierDeals => {
    const seen = getOrCreate(bySupplier, supplierId, () => ({ day, termsRecordedAt: new Map(), unknownDeals: 0 }));
    if (seen.day !== day)
      Object.assign(seen, { day, termsRecordedAt: new Map(), unknownDeals: 0 } satisfies SupplierDeals);
    return seen;
  };
  return {
    takeOffered(imp, { id: supplierId, seat }, isSetUp, at) {
      const offered = imp.pmp?.deals ?? [];
      if (offered.length === 0) return undefined;
      const seen = dealsOf(supplierId, Math.floor(at / dayMs));
      const found = new Map<string, OfferedDeal>();
      for (const deal of offered) {
        const { id } = deal;
        if (found.has(id)) continue;
        if (!isCountable(id) || found.size >= maxDealsPerImp || !isKnown(seen, id, isSetUp, maxUnknownDeals)) {
          found.set('', { deal: '' });
          continue;
        }
        const termsRecordedAt = seen.termsRecordedAt.get(id);
        const areTermsRecorded = termsRecordedAt !== undefined && at - termsRecordedAt < termsIntervalMs;
        if (!areTermsRecorded) seen.termsRecordedAt.set(id, at);
        found.set(id, areTermsRecorded ? { deal: id } : { deal: id, terms: termsOf(deal, imp, seat) });
      }
      return [...found.values()];
    },
  };
}

/** Whether a deal is counted by ID. A new one is as long as the limit allows, and is then remembered. */
function isKnown(
  seen: SupplierDeals,
  id: string,
  isSetUp: (dealId: string) => boolean,
  maxUnknownDeals: number,
): boolean {
  if (seen.termsRecordedAt.has(id) || isSetUp(id)) return true;
  if (seen.unknownDeals >= maxUnknownDeals) return false;
  seen.unknownDeals += 1;
  return true;
}

/** Whether an ID can be stored unchanged. Spaces are allowed: they are a common reason why a deal does not match. */
function isCountable(id: string): boolean {
  return id !== '' && id.length <= maxIdLength && !/[\p{Cc}\p{Surrogate}]/u.test(id);
}

const forms = ['banner', 'video', 'audio', 'native'] as const;

function termsOf({ bidfloor, bidfloorcur, at, wseat, wadomain, guar }: Deal, imp: Imp, seat: string): OfferedTerms {
  return {
    floor: bidfloor ?? 0,
    currency: sanitizeText(bidfloorcur, 3) || 'USD',
    at: at ?? 0,
    seats: sanitizeText(wseat && withSeatFirst(wseat, seat).join(','), 500),
    adomains: sanitizeText(wadomain?.join(','), 1000),
    forms: forms.filter((form) => imp[form] !== undefined).join(','),
    isGuaranteed: guar === 1,
    isPrivate: imp.pmp?.private_auction === 1,
  };
}

/** Our seat goes first, since long lists are truncated. */
function withSeatFirst(seats: readonly string[], first: string): readonly string[] {
  return seats.includes(first) ? [first, ...seats.filter((seat) => seat !== first)] : seats;
}

/** The deals of an imp to count. Only suppliers' requests have any. */
export function offeredDeals(
  { snapshot, deals }: { snapshot: () => Snapshot; deals: DealDeduplicator },
  { supplier, demandId }: ChannelPlan,
  imp: Imp,
  at: number,
): OfferedDeal[] | undefined {
  if (!supplier) return undefined;
  return deals.takeOffered(imp, supplier, (id) => boughtDealIdsOf(snapshot(), demandId).has(id), at);
}
