import type { Nanos } from '#model/index.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import { createRecentCache } from '../recentCache.ts';
import { requestTerms, matchesTerms, type RequestTerms } from './requestTerms.ts';
import type { CompiledCampaign } from './compileCampaign.ts';
import { FlightBits } from './flightBits.ts';
import { LabelDimension } from './labelDimension.ts';
import { foundBy, untargeted, type MatchTerms } from './matchTerms.ts';
import type { SlotBits } from './slotSet.ts';
import { anyValue, ValueDimension, type Mask, type Scratch } from './valueDimension.ts';
import type { MatchQuery } from './matchQuery.ts';

/** Up to this many matching campaigns are all evaluated when outcomes are recorded. */
const smallIndexSize = 64;

/** Maximum cached results, and maximum slots in one of them. */
const maxCachedResults = 4096;
const maxCachedSlots = 256;

/** Changed campaigns after which all cached results are discarded. */
const maxPendingChanges = 64;

/** The unit in which maximum bids are sorted, in nano-USD, and the maximum of slots: both fit into one exact number. */
const maxBidUnit = 2000;
const maxSlots = 2 ** 20;

/**
 * Index of an account's active campaigns by their terms. Each campaign has a slot, and each value of a dimension a
 * bitset of the slots that accept it. A request costs one pass over the bits; a change costs only what it affects.
 */
export class MatchIndex {
  readonly #slotOf = new Map<number, number>();
  readonly #ids: number[] = [];
  readonly #terms: (MatchTerms | undefined)[] = [];
  readonly #campaigns: (CompiledCampaign | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #compile: (id: number) => CompiledCampaign | undefined;
  #wordCount = 4;
  readonly #flights = new FlightBits(this.#wordCount);
  readonly #shapes = new LabelDimension(this.#wordCount);
  readonly #deals = new LabelDimension(this.#wordCount);
  readonly #suppliers = new ValueDimension(this.#wordCount);
  readonly #channels = new ValueDimension(this.#wordCount);
  readonly #targeted = foundBy.map((name) => ({ name, values: new ValueDimension(this.#wordCount) }));
  readonly #scratch = new ScratchWords(this.#wordCount);
  /** Parts of terms by their JSON, to share equal ones. */
  readonly #parts = new Map<string, object>();
  /** Matching slots by query, highest maximum bid first. Queries repeat often. */
  #results = createRecentCache<readonly number[]>(maxCachedResults);
  /** Slots that have changed since the oldest of those results. */
  readonly #changed = new Set<number>();
  #flightChanges = 0;

  /** `compile` returns a compiled campaign, which is cached until the campaign is added again. */
  constructor(compile: (id: number) => CompiledCampaign | undefined) {
    this.#compile = compile;
  }

  /** The number of campaigns. */
  get size(): number {
    return this.#slotOf.size;
  }

  /** Adds a campaign, or replaces it after a change. */
  put(id: number, own: MatchTerms): void {
    this.remove(id);
    const terms = this.#shared(own);
    const slot = this.#free.pop() ?? this.#ids.length;
    if (slot >= this.#wordCount * 32) this.#grow();
    this.#slotOf.set(id, slot);
    this.#changed.add(slot);
    this.#ids[slot] = id;
    this.#terms[slot] = terms;
    this.#campaigns[slot] = undefined;
    this.#flights.put(slot, terms.flight);
    this.#shapes.put(slot, terms.shapes);
    this.#deals.put(slot, terms.deals);
    this.#suppliers.put(slot, terms.supplier);
    this.#channels.put(slot, terms.channel);
    for (const { name, values } of this.#targeted) values.put(slot, terms.targeted[name]);
  }

  /** Removes a campaign if present. */
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
    this.#campaigns[slot] = undefined;
    this.#free.push(slot);
  }

  /** The compiled campaign, active or not. */
  campaign(id: number): CompiledCampaign | undefined {
    const slot = this.#slotOf.get(id);
    return slot === undefined ? this.#compile(id) : this.#campaignIn(slot);
  }

  /**
   * The campaigns that may bid: every campaign that would bid, and few that would not. They are sorted by their maximum
   * bid, and each comes with a CPM in nano-USD that neither it nor any campaign after it exceeds.
   */
  *matching(query: MatchQuery): Generator<{ campaign: CompiledCampaign; maxBid: Nanos }> {
    const slots = this.#slotsFor(query);
    const areAllWanted = query.recordsOutcomes === true && slots.length <= smallIndexSize;
    for (const slot of slots) {
      const campaign = this.#campaignIn(slot);
      if (campaign) yield { campaign, maxBid: areAllWanted ? Infinity : this.#maxBidUnits(slot) * maxBidUnit };
    }
  }

  /** The maximum bid of a slot's campaign, in units. */
  #maxBidUnits(slot: number): number {
    return Math.ceil((this.#terms[slot]?.maxBid ?? 0) / maxBidUnit);
  }

  /** Sorts slots by the maximum bid of their campaigns, highest first. */
  #byMaxBid(slots: readonly number[]): number[] {
    const keys = new Float64Array(slots.length);
    for (const [at, slot] of slots.entries()) keys[at] = this.#maxBidUnits(slot) * maxSlots + slot;
    return Array.from(keys.sort().reverse(), (key) => key % maxSlots);
  }

  /** The terms with parts that are shared with other campaigns, to save memory. */
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

  #campaignIn(slot: number): CompiledCampaign | undefined {
    return (this.#campaigns[slot] ??= this.#compile(this.#ids[slot] ?? 0));
  }

  #slotsFor(query: MatchQuery): readonly number[] {
    const live = this.#flights.bitsAt(query.now);
    if (this.#changed.size > maxPendingChanges || this.#flightChanges !== this.#flights.changes) this.#discardResults();
    const deals = query.imp.pmp?.deals?.map(({ id }) => id) ?? [];
    const requested = requestTerms(query, this.#deals.known(deals));
    const key = JSON.stringify(requested);
    const known = this.#results.get(key);
    if (known) return this.#changed.size === 0 ? known : this.#corrected(known, live, requested);
    const slots = this.#byMaxBid(this.#findSlots(live, requested));
    if (slots.length <= maxCachedSlots) this.#results.set(key, slots);
    return slots;
  }

  /** A cached result, corrected for the campaigns changed since. */
  #corrected(slots: readonly number[], live: SlotBits, requested: RequestTerms): number[] {
    const corrected = slots.filter((slot) => !this.#changed.has(slot));
    for (const slot of this.#changed) {
      const terms = this.#terms[slot];
      if (terms && live.has(slot) && matchesTerms(terms, requested)) corrected.push(slot);
    }
    return this.#byMaxBid(corrected);
  }

  #discardResults(): void {
    this.#results = createRecentCache(maxCachedResults);
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

/** Clears the bits that a mask does not have. One plain loop over all words is faster than fewer steps with checks. */
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

/** Buffers for the masks of one request, reused by the next. */
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
