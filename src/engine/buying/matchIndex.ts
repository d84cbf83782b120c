import type { Nanos } from '#model/index.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import { createRecentCache } from '../recentCache.ts';
import { requestTerms, matchesTerms, type RequestTerms } from './requestTerms.ts';
import type { CampaignFacts } from './campaignFacts.ts';
import { FlightBits } from './flightBits.ts';
import { LabelDimension } from './labelDimension.ts';
import { foundBy, untargeted, type MatchTerms } from './matchTerms.ts';
import type { SlotBits } from './slotSet.ts';
import { anyValue, ValueDimension, type Mask, type Scratch } from './valueDimension.ts';
import type { MatchQuery } from './matchQuery.ts';

/** So many are all looked at where what became of them is told. */
const smallIndexSize = 64;

/** Answers that are remembered, and slots of the longest of them. */
const maxCachedAnswers = 4096;
const maxCachedSlots = 256;

/** Campaigns that may have changed before all answers are forgotten. */
const maxPendingChanges = 64;

/** Units in which reaches are sorted, in nano-USD, and room for slots beside them in an exact number. */
const maxBidUnit = 2000;
const maxSlots = 2 ** 20;

/**
 * The active campaigns of an account, found by what they want: a slot for each, and for each thing that requests tell the
 * slots that take it, as bits. A request costs a pass over the bits; a change, what it changes.
 */
export class MatchIndex {
  readonly #slotOf = new Map<number, number>();
  readonly #ids: number[] = [];
  readonly #terms: (MatchTerms | undefined)[] = [];
  readonly #facts: (CampaignFacts | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #readFacts: (id: number) => CampaignFacts | undefined;
  #wordCount = 4;
  readonly #flights = new FlightBits(this.#wordCount);
  readonly #shapes = new LabelDimension(this.#wordCount);
  readonly #deals = new LabelDimension(this.#wordCount);
  readonly #suppliers = new ValueDimension(this.#wordCount);
  readonly #channels = new ValueDimension(this.#wordCount);
  readonly #targeted = foundBy.map((name) => ({ name, values: new ValueDimension(this.#wordCount) }));
  readonly #scratch = new ScratchWords(this.#wordCount);
  /** Parts of terms by their JSON. */
  readonly #parts = new Map<string, object>();
  /** Slots that answer questions, by what is asked and in the order of their reach: requests are much alike. */
  #answers = createRecentCache<readonly number[]>(maxCachedAnswers);
  /** Slots that have changed since the first of those answers. */
  readonly #changed = new Set<number>();
  #flightChanges = 0;

  /** `readFacts` gives the facts of a campaign; they are kept until it is put again. */
  constructor(readFacts: (id: number) => CampaignFacts | undefined) {
    this.#readFacts = readFacts;
  }

  /** Campaigns in it. */
  get size(): number {
    return this.#slotOf.size;
  }

  /** Puts a campaign, or what it has become. */
  put(id: number, own: MatchTerms): void {
    this.remove(id);
    const terms = this.#shared(own);
    const slot = this.#free.pop() ?? this.#ids.length;
    if (slot >= this.#wordCount * 32) this.#grow();
    this.#slotOf.set(id, slot);
    this.#changed.add(slot);
    this.#ids[slot] = id;
    this.#terms[slot] = terms;
    this.#facts[slot] = undefined;
    this.#flights.put(slot, terms.flight);
    this.#shapes.put(slot, terms.shapes);
    this.#deals.put(slot, terms.deals);
    this.#suppliers.put(slot, terms.supplier);
    this.#channels.put(slot, terms.channel);
    for (const { name, values } of this.#targeted) values.put(slot, terms.targeted[name]);
  }

  /** Takes a campaign out, if it is there. */
  remove(id: number): void {
    const slot = this.#slotOf.get(id);
    const terms = slot === undefined ? undefined : this.#terms[slot];
    if (slot === undefined || !terms) return;
    this.#changed.add(slot);
    this.#flights.remove(slot);
    this.#shapes.remove(slot, terms.shapes);
    this.#deals.remove(slot, terms.deals);
    this.#suppliers.remove(slot, terms.supplier);
    this.#channels.remove(slot, terms.channel);
    for (const { name, values } of this.#targeted) values.remove(slot, terms.targeted[name]);
    this.#slotOf.delete(id);
    this.#terms[slot] = undefined;
    this.#facts[slot] = undefined;
    this.#free.push(slot);
  }

  /** A campaign by its id, whether it is active or not. */
  campaign(id: number): CampaignFacts | undefined {
    const slot = this.#slotOf.get(id);
    return slot === undefined ? this.#readFacts(id) : this.#factsIn(slot);
  }

  /**
   * Campaigns that may bid: none that would is missing, and few that would not are there. Those come first whose bids may
   * be worth most, and each comes with the CPM in nano-USD that no bid after it is worth more than.
   */
  *matching(query: MatchQuery): Generator<{ campaign: CampaignFacts; maxBid: Nanos }> {
    const slots = this.#slotsFor(query);
    const areAllWanted = query.recordsOutcomes === true && slots.length <= smallIndexSize;
    for (const slot of slots) {
      const campaign = this.#factsIn(slot);
      if (campaign) yield { campaign, maxBid: areAllWanted ? Infinity : this.#reachUnits(slot) * maxBidUnit };
    }
  }

  /** What bids of a slot's campaign compete with at most. */
  #reachUnits(slot: number): number {
    return Math.ceil((this.#terms[slot]?.maxBid ?? 0) / maxBidUnit);
  }

  /** The same slots, those first whose bids may be worth most. */
  #byReach(slots: readonly number[]): number[] {
    const keys = new Float64Array(slots.length);
    for (const [at, slot] of slots.entries()) keys[at] = this.#reachUnits(slot) * maxSlots + slot;
    return Array.from(keys.sort().reverse(), (key) => key % maxSlots);
  }

  /** Terms in the parts that other campaigns have too, which are kept once. */
  #shared(own: MatchTerms): MatchTerms {
    if (this.#parts.size > 1000 + 2 * this.size) this.#parts.clear();
    const part = <T extends object>(value: T): T => getOrCreate(this.#parts, JSON.stringify(value), () => value) as T;
    const { flight, shapes, deals, targeted, supplier, channel, maxBid } = own;
    return {
      flight,
      shapes: part(shapes),
      deals: part(deals),
      targeted: targeted === untargeted ? targeted : part(targeted),
      supplier: supplier === anyValue ? supplier : part(supplier),
      channel: channel === anyValue ? channel : part(channel),
      maxBid,
    };
  }

  #factsIn(slot: number): CampaignFacts | undefined {
    return (this.#facts[slot] ??= this.#readFacts(this.#ids[slot] ?? 0));
  }

  #slotsFor(query: MatchQuery): readonly number[] {
    const live = this.#flights.bitsAt(query.now);
    if (this.#changed.size > maxPendingChanges || this.#flightChanges !== this.#flights.changes) this.#forgetAnswers();
    const deals = query.imp.pmp?.deals?.map(({ id }) => id) ?? [];
    const requested = requestTerms(query, this.#deals.known(deals));
    const key = JSON.stringify(requested);
    const known = this.#answers.get(key);
    if (known) return this.#changed.size === 0 ? known : this.#corrected(known, live, requested);
    const slots = this.#byReach(this.#findSlots(live, requested));
    if (slots.length <= maxCachedSlots) this.#answers.set(key, slots);
    return slots;
  }

  /** An answer of before some campaigns changed. */
  #corrected(slots: readonly number[], live: SlotBits, requested: RequestTerms): number[] {
    const corrected = slots.filter((slot) => !this.#changed.has(slot));
    for (const slot of this.#changed) {
      const terms = this.#terms[slot];
      if (terms && live.has(slot) && matchesTerms(terms, requested)) corrected.push(slot);
    }
    return this.#byReach(corrected);
  }

  #forgetAnswers(): void {
    this.#answers = createRecentCache(maxCachedAnswers);
    this.#changed.clear();
    this.#flightChanges = this.#flights.changes;
  }

  #findSlots(live: SlotBits, { supplier, channel, shapes, deals, values }: RequestTerms): number[] {
    const scratch = this.#scratch;
    scratch.begin();
    const masks = [
      this.#shapes.mask(shapes, scratch),
      this.#deals.mask(deals, scratch),
      supplier === '' ? this.#channels.mask(channel, scratch) : this.#suppliers.mask(supplier, scratch),
      ...this.#targeted.map(({ values: dimension }, at) => dimension.mask(values[at] ?? '', scratch)),
    ];
    const words = Math.ceil(this.#ids.length / 32);
    const passing = scratch.take();
    passing.set(live.words.subarray(0, words));
    for (const mask of masks) if (mask.size < this.size) narrow(passing, mask, scratch.zeros, words);
    return slotsIn(passing, words);
  }

  #grow(): void {
    this.#wordCount *= 2;
    const parts = [this.#flights, this.#shapes, this.#deals, this.#suppliers, this.#channels, this.#scratch];
    for (const part of parts) part.grow(this.#wordCount);
    for (const { values } of this.#targeted) values.grow(this.#wordCount);
  }
}

/** Leaves the bits that a mask has. One plain loop over all words is faster than fewer steps that look. */
function narrow(passing: Uint32Array, { base, flips }: Mask, zeros: Uint32Array, words: number): void {
  if (flips === zeros) {
    for (let word = 0; word < words; word += 1) passing[word] = (passing[word] ?? 0) & (base[word] ?? 0);
    return;
  }
  for (let word = 0; word < words; word += 1) {
    passing[word] = (passing[word] ?? 0) & ((base[word] ?? 0) ^ (flips[word] ?? 0));
  }
}

function slotsIn(words: Uint32Array, count: number): number[] {
  const slots: number[] = [];
  for (let word = 0; word < count; word += 1) {
    let bits = words[word] ?? 0;
    while (bits !== 0) {
      const lowest = bits & -bits;
      slots.push(word * 32 + 31 - Math.clz32(lowest));
      bits ^= lowest;
    }
  }
  return slots;
}

/** Words for the masks of one request, used again by the next one. */
class ScratchWords implements Scratch {
  zeros: Uint32Array;
  readonly #words: Uint32Array[] = [];
  #taken = 0;

  constructor(wordCount: number) {
    this.zeros = new Uint32Array(wordCount);
  }

  begin(): void {
    this.#taken = 0;
  }

  grow(wordCount: number): void {
    this.zeros = new Uint32Array(wordCount);
    this.#words.length = 0;
  }

  take = (): Uint32Array => {
    const words = (this.#words[this.#taken] ??= new Uint32Array(this.zeros.length));
    this.#taken += 1;
    return words.fill(0);
  };
}
