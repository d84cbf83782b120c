import { getOrCreate } from '#standards/getOrCreate.ts';
import { SlotBits, SlotSet } from './slotSet.ts';

/** Which values of something a campaign takes. */
export interface Allowance {
  /** Whether it takes requests that do not tell. */
  isUnknownAllowed: boolean;
  /** Whether it takes values that are not named here. */
  areOthersAllowed: boolean;
  /** Values for which it is the other way round. */
  named: readonly string[];
}

/** Takes every value. */
export const anyValue: Allowance = { isUnknownAllowed: true, areOthersAllowed: true, named: [] };

/** Slots that pass: those whose bits in the two differ. */
export interface Mask {
  base: Uint32Array;
  flips: Uint32Array;
  /** They are at least so many. */
  size: number;
}

/** Room in which masks are made that are not kept as bits. */
export interface Scratch {
  /** Nothing but zeros. */
  zeros: Uint32Array;
  /** Words of this moment's masks: each is given away once. */
  take: () => Uint32Array;
}

/** A value and the slots for which it is not as other values are. */
interface Named {
  slots: SlotSet;
  /** Of them, those that take it. */
  takers: number;
}

/** One thing of which a request tells one value at most: which slots take it. */
export class ValueDimension {
  readonly #untold: SlotBits;
  readonly #others: SlotBits;
  readonly #named = new Map<string, Named>();
  #wordCount: number;

  constructor(wordCount: number) {
    this.#wordCount = wordCount;
    this.#untold = new SlotBits(wordCount);
    this.#others = new SlotBits(wordCount);
  }

  /** Makes room for more slots. */
  grow(wordCount: number): void {
    this.#wordCount = wordCount;
    this.#untold.grow(wordCount);
    this.#others.grow(wordCount);
    for (const { slots } of this.#named.values()) slots.grow(wordCount);
  }

  /** Puts a slot that is in no set yet. */
  put(slot: number, { isUnknownAllowed, areOthersAllowed, named }: Allowance): void {
    this.#untold.set(slot, isUnknownAllowed);
    this.#others.set(slot, areOthersAllowed);
    for (const value of named) {
      const known = getOrCreate(this.#named, value, () => ({ slots: new SlotSet(this.#wordCount), takers: 0 }));
      known.slots.set(slot, true);
      if (!areOthersAllowed) known.takers += 1;
    }
  }

  /** Takes a slot out that was put with this allowance. */
  remove(slot: number, { areOthersAllowed, named }: Allowance): void {
    this.#untold.set(slot, false);
    this.#others.set(slot, false);
    for (const value of named) {
      const known = this.#named.get(value);
      if (!known) continue;
      known.slots.set(slot, false);
      if (!areOthersAllowed) known.takers -= 1;
      if (known.slots.size === 0) this.#named.delete(value);
    }
  }

  /** The slots that take a value; empty = the request does not tell. */
  mask(value: string, { zeros, take }: Scratch): Mask {
    if (value === '') return { base: this.#untold.words, flips: zeros, size: this.#untold.size };
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
