import { boughtDealIdsOf } from '#engine/buying/boughtDealIdsOf.ts';
import type { ChannelPlan, SupplierTerms } from '#engine/plan/plan.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import type { OfferedTerms, OfferedDeal } from '#events/record/records.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import type { Deal, Imp } from '#standards/openrtb/types.ts';
import { sanitizeText } from '../sanitizeText.ts';

/** Which deals suppliers offered lately: so that ids are bounded, and terms are told from time to time alone. */
export interface DealDeduplicator {
  /**
   * What to count of the deals that an impression of a supplier offers; undefined where it offers none. Ids that are set up
   * are always counted by themselves, others up to a bound; what is beyond is counted together, once.
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
/** Ids of one impression that are counted by themselves. */
const maxDealsPerImp = 50;
const maxIdLength = 100;

/** What is known of one supplier since the day began. */
interface SupplierDeals {
  day: number;
  /** When the terms of a deal were told last, by its id. */
  termsRecordedAt: Map<string, number>;
  /** How many of them nobody has set up. */
  unknownDeals: number;
}

/** A memory of nothing, which tells `mostStrangers` ids that nobody has set up apart, of each supplier and UTC day. */
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
        found.set(id, areTermsRecorded ? { deal: id } : { deal: id, told: termsOf(deal, imp, seat) });
      }
      return [...found.values()];
    },
  };
}

/** Whether an id is counted by itself; from now on a new one is, where there is room. */
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

/** Whether an id can be kept as it is: blanks in it are told, since they are what is looked for when a deal does not work. */
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

/** Ours stands first: of many seats not all are told. */
function withSeatFirst(seats: readonly string[], first: string): readonly string[] {
  return seats.includes(first) ? [first, ...seats.filter((seat) => seat !== first)] : seats;
}

/** What to count of the deals that an impression offers: those of suppliers alone. */
export function offeredDeals(
  { snapshot, deals }: { snapshot: () => Snapshot; deals: DealDeduplicator },
  { supplier, demandId }: ChannelPlan,
  imp: Imp,
  at: number,
): OfferedDeal[] | undefined {
  if (!supplier) return undefined;
  return deals.takeOffered(imp, supplier, (id) => boughtDealIdsOf(snapshot(), demandId).has(id), at);
}
