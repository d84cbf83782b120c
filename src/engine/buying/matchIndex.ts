import type { Nanos } from '#model/index.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import type { RequestTraits } from '../targeting/requestTraits.ts';
import { shapesOfImp } from './adShapes.ts';
import type { CampaignFacts } from './campaignFacts.ts';
import { FlightBits } from './flightBits.ts';
import { LabelDimension } from './labelDimension.ts';
import { foundBy, openMarket, type MatchTerms } from './matchTerms.ts';
import type { SupplyPlace } from './supplyPlace.ts';
import { ValueDimension, type Mask, type Scratch } from './valueDimension.ts';

/** What of a request decides which campaigns may be for it. */
export interface MatchQuestion {
  place: SupplyPlace;
  imp: Imp;
  traits: RequestTraits;
  /** Whether bids under a deal alone may win. */
  isPrivate: boolean;
  now: number;
}

/** Reads what of a request each dimension of targetings is asked for. */
const told: Record<(typeof foundBy)[number], (traits: RequestTraits) => string> = {
  country: ({ country }) => country,
  device: ({ device }) => device,
  os: ({ operatingSystem }) => operatingSystem,
  environment: ({ environment }) => environment,
};

/** So many are judged in any order. */
const few = 64;

/** Units in which reaches are sorted, in nano-USD, and room for slots beside them in an exact number. */
const reachUnit = 2000;
const mostSlots = 2 ** 20;

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

  /** `readFacts` gives the facts of a campaign; they are kept until it is put again. */
  constructor(readFacts: (id: number) => CampaignFacts | undefined) {
    this.#readFacts = readFacts;
  }

  /** Campaigns in it. */
  get size(): number {
    return this.#slotOf.size;
  }

  /** Puts a campaign, or what it has become. */
  put(id: number, terms: MatchTerms): void {
    this.remove(id);
    const slot = this.#free.pop() ?? this.#ids.length;
    if (slot >= this.#wordCount * 32) this.#grow();
    this.#slotOf.set(id, slot);
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
   * Campaigns that may bid: none that would is missing, and few that would not are there. Where they are many, those come
   * first whose bids may be worth most, and each comes with the CPM in nano-USD that no bid after it is worth more than.
   */
  *matching(question: MatchQuestion): Generator<{ campaign: CampaignFacts; reach: Nanos }> {
    const slots = this.#slotsFor(question);
    if (slots.length <= few) {
      for (const slot of slots) {
        const campaign = this.#factsIn(slot);
        if (campaign) yield { campaign, reach: Infinity };
      }
      return;
    }
    const keys = new Float64Array(slots.length);
    for (const [at, slot] of slots.entries()) {
      keys[at] = Math.ceil((this.#terms[slot]?.reach ?? 0) / reachUnit) * mostSlots + slot;
    }
    keys.sort();
    for (let at = keys.length - 1; at >= 0; at -= 1) {
      const key = keys[at] ?? 0;
      const campaign = this.#factsIn(key % mostSlots);
      if (campaign) yield { campaign, reach: Math.floor(key / mostSlots) * reachUnit };
    }
  }

  #factsIn(slot: number): CampaignFacts | undefined {
    return (this.#facts[slot] ??= this.#readFacts(this.#ids[slot] ?? 0));
  }

  #slotsFor(question: MatchQuestion): number[] {
    const masks = this.#masksFor(question);
    masks.sort((a, b) => a.size - b.size);
    const slots: number[] = [];
    const words = Math.ceil(this.#ids.length / 32);
    for (let word = 0; word < words; word += 1) {
      let bits = -1;
      for (const { base, flips } of masks) {
        bits &= (base[word] ?? 0) ^ (flips[word] ?? 0);
        if (bits === 0) break;
      }
      while (bits !== 0) {
        const lowest = bits & -bits;
        slots.push(word * 32 + 31 - Math.clz32(lowest));
        bits ^= lowest;
      }
    }
    return slots;
  }

  #masksFor({ place, imp, traits, isPrivate, now }: MatchQuestion): Mask[] {
    const scratch = this.#scratch;
    scratch.begin();
    const live = this.#flights.bitsAt(now);
    const deals = imp.pmp?.deals?.map(({ id }) => id) ?? [];
    const supply =
      place.supplierId > 0
        ? this.#suppliers.mask(String(place.supplierId), scratch)
        : this.#channels.mask(String(place.channelId), scratch);
    return [
      { base: live.words, flips: scratch.zeros, size: live.size },
      this.#shapes.mask(shapesOfImp(imp), scratch),
      this.#deals.mask(isPrivate ? deals : [openMarket, ...deals], scratch),
      supply,
      ...this.#targeted.map(({ name, values }) => values.mask(told[name](traits), scratch)),
    ];
  }

  #grow(): void {
    this.#wordCount *= 2;
    const parts = [this.#flights, this.#shapes, this.#deals, this.#suppliers, this.#channels, this.#scratch];
    for (const part of parts) part.grow(this.#wordCount);
    for (const { values } of this.#targeted) values.grow(this.#wordCount);
  }
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
