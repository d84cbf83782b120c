import { boughtDealIdsOf } from '#engine/buying/boughtDealIdsOf.ts';
import type { ChannelPlan, SupplierTerms } from '#engine/plan/plan.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import type { OfferedTerms, OfferedDeal } from '#events/record/records.ts';
import { remembered } from '#standards/remembered.ts';
import type { Deal, Imp } from '#standards/openrtb/types.ts';
import { tidy } from '../tidy.ts';

/** Which deals suppliers offered lately: so that ids are bounded, and terms are told from time to time alone. */
export interface DealMemory {
  /**
   * What to count of the deals that an impression of a supplier offers; undefined where it offers none. Ids that are set up
   * are always counted by themselves, others up to a bound; what is beyond is counted together, once.
   */
  seenIn(
    imp: Imp,
    supplier: Pick<SupplierTerms, 'id' | 'seat'>,
    isSetUp: (dealId: string) => boolean,
    at: number,
  ): OfferedDeal[] | undefined;
}

const dayMs = 86_400_000;
const toldMs = 600_000;
/** Ids of one impression that are counted by themselves. */
const mostOfImp = 50;
const longestId = 100;

/** What is known of one supplier since the day began. */
interface Seen {
  day: number;
  /** When the terms of a deal were told last, by its id. */
  toldAt: Map<string, number>;
  /** How many of them nobody has set up. */
  strangers: number;
}

/** A memory of nothing, which tells `mostStrangers` ids that nobody has set up apart, of each supplier and UTC day. */
export function createDealMemory(mostStrangers = 500): DealMemory {
  const bySupplier = new Map<number, Seen>();
  const seenOf = (supplierId: number, day: number): Seen => {
    const seen = remembered(bySupplier, supplierId, () => ({ day, toldAt: new Map(), strangers: 0 }));
    if (seen.day !== day) Object.assign(seen, { day, toldAt: new Map(), strangers: 0 } satisfies Seen);
    return seen;
  };
  return {
    seenIn(imp, { id: supplierId, seat }, isSetUp, at) {
      const offered = imp.pmp?.deals ?? [];
      if (offered.length === 0) return undefined;
      const seen = seenOf(supplierId, Math.floor(at / dayMs));
      const found = new Map<string, OfferedDeal>();
      for (const deal of offered) {
        const { id } = deal;
        if (found.has(id)) continue;
        if (!isCountable(id) || found.size >= mostOfImp || !isKnown(seen, id, isSetUp, mostStrangers)) {
          found.set('', { deal: '' });
          continue;
        }
        const toldAt = seen.toldAt.get(id);
        const isTold = toldAt !== undefined && at - toldAt < toldMs;
        if (!isTold) seen.toldAt.set(id, at);
        found.set(id, isTold ? { deal: id } : { deal: id, told: termsOf(deal, imp, seat) });
      }
      return [...found.values()];
    },
  };
}

/** Whether an id is counted by itself; from now on a new one is, where there is room. */
function isKnown(seen: Seen, id: string, isSetUp: (dealId: string) => boolean, mostStrangers: number): boolean {
  if (seen.toldAt.has(id) || isSetUp(id)) return true;
  if (seen.strangers >= mostStrangers) return false;
  seen.strangers += 1;
  return true;
}

/** Whether an id can be kept as it is: blanks in it are told, since they are what is looked for when a deal does not work. */
function isCountable(id: string): boolean {
  return id !== '' && id.length <= longestId && !/[\p{Cc}\p{Surrogate}]/u.test(id);
}

const forms = ['banner', 'video', 'audio', 'native'] as const;

function termsOf({ bidfloor, bidfloorcur, at, wseat, wadomain, guar }: Deal, imp: Imp, seat: string): OfferedTerms {
  return {
    floor: bidfloor ?? 0,
    currency: tidy(bidfloorcur, 3) || 'USD',
    at: at ?? 0,
    seats: tidy(wseat && withFirst(wseat, seat).join(','), 500),
    adomains: tidy(wadomain?.join(','), 1000),
    forms: forms.filter((form) => imp[form] !== undefined).join(','),
    isGuaranteed: guar === 1,
    isPrivate: imp.pmp?.private_auction === 1,
  };
}

/** Ours stands first: of many seats not all are told. */
function withFirst(seats: readonly string[], first: string): readonly string[] {
  return seats.includes(first) ? [first, ...seats.filter((seat) => seat !== first)] : seats;
}

/** What to count of the deals that an impression offers: those of suppliers alone. */
export function offeredDeals(
  { snapshot, deals }: { snapshot: () => Snapshot; deals: DealMemory },
  { supplier, demandId }: ChannelPlan,
  imp: Imp,
  at: number,
): OfferedDeal[] | undefined {
  if (!supplier) return undefined;
  return deals.seenIn(imp, supplier, (id) => boughtDealIdsOf(snapshot(), demandId).has(id), at);
}
