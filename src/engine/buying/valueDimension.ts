import { getOrCreate } from '#standards/getOrCreate.ts';
import { SlotBits, SlotSet } from './slotSet.ts';

/** The values of a dimension that a campaign accepts. */
export interface Allowance {
  /** Whether it accepts requests without a value. */
  isUnknownAllowed: boolean;
  /** Whether it accepts values outside `named`. */
  areOthersAllowed: boolean;
  /** The exceptions to `areOthersAllowed`. */
  named: readonly string[];
}

/** Accepts every value. */
export const anyValue: Allowance = { isUnknownAllowed: true, areOthersAllowed: true, named: [] };

/** A set of matching slots: the bits in which `base` and `flips` differ. */
export interface Mask {
  base: Uint32Array;
  flips: Uint32Array;
  /** A lower bound of the number of matching slots. */
  size: number;
}

/** Buffers for masks that are not stored as bitsets. */
export interface Scratch {
  /** All zeros. */
  zeros: Uint32Array;
  /** Returns a zeroed buffer that no other mask of this request uses. */
  take: () => Uint32Array;
}

/** A named value, with the slots that treat it differently from other values. */
interface Named {
  slots: SlotSet;
  /** How many of these slots accept it. */
  takers: number;
}

/** A dimension with at most one value per request: which slots accept it. */
export class ValueDimension {
  readonly #unknown: SlotBits;
  readonly #others: SlotBits;
  readonly #named = new Map<string, Named>();
  #wordCount: number;

  constructor(wordCount: number) {
    this.#wordCount = wordCount;
    this.#unknown = new SlotBits(wordCount);
    this.#others = new SlotBits(wordCount);
  }

  /** Makes room for more slots. */
  grow(wordCount: number): void {
    this.#wordCount = wordCount;
    this.#unknown.grow(wordCount);
    this.#others.grow(wordCount);
    for (const { slots } of this.#named.values()) slots.grow(wordCount);
  }

  /** Adds a slot that is in no set yet. */
  put(slot: number, { isUnknownAllowed, areOthersAllowed, named }: Allowance): void {
    this.#unknown.set(slot, isUnknownAllowed);
    this.#others.set(slot, areOthersAllowed);
    for (const value of named) {
      const known = getOrCreate(this.#named, value, () => ({ slots: new SlotSet(this.#wordCount), takers: 0 }));
      known.slots.set(slot, true);
      if (!areOthersAllowed) known.takers += 1;
    }
  }

  /** Removes a slot that was added with this allowance. */
  remove(slot: number, { areOthersAllowed, named }: Allowance): void {
    this.#unknown.set(slot, false);
    this.#others.set(slot, false);
    for (const value of named) {
      const known = this.#named.get(value);
      if (!known) continue;
      known.slots.set(slot, false);
      if (!areOthersAllowed) known.takers -= 1;
      if (known.slots.size === 0) this.#named.delete(value);
    }
  }

  /** The slots that accept a value; empty = the request has none. */
  mask(value: string, { zeros, take }: Scratch): Mask {
    if (value === '') return { base: this.#unknown.words, flips: zeros, size: this.#unknown.size };
    const known = this.#named.get(value);
    const base = this.#others.words;
    if (!known) return { base, flips: zeros, size: this.#others.size };
    const { slots, takers } = known;
    const size = this.#others.size + takers - (slots.size - takers);
    if (slots.bits) return { base, flips: slots.bits, size };
    const flips = take();
    slots.flipIn(flips);
    return { base, flips, size };
  }
}
