import { getOrCreate } from '#standards/getOrCreate.ts';
import { SlotSet } from './slotSet.ts';
import type { Mask, Scratch } from './valueDimension.ts';

/** A dimension of labels: campaigns have some and a request accepts some. Slots with one accepted label match. */
export class LabelDimension {
  readonly #slotsOf = new Map<string, SlotSet>();
  #wordCount: number;

  constructor(wordCount: number) {
    this.#wordCount = wordCount;
  }

  /** Makes room for more slots. */
  grow(wordCount: number): void {
    this.#wordCount = wordCount;
    for (const slots of this.#slotsOf.values()) slots.grow(wordCount);
  }

  /** Adds a slot that is in no set yet. */
  put(slot: number, labels: readonly string[]): void {
    for (const label of labels) {
      getOrCreate(this.#slotsOf, label, () => new SlotSet(this.#wordCount)).set(slot, true);
    }
  }

  /** Removes a slot that was added with these labels. */
  remove(slot: number, labels: readonly string[]): void {
    for (const label of labels) {
      const slots = this.#slotsOf.get(label);
      slots?.set(slot, false);
      if (slots?.size === 0) this.#slotsOf.delete(label);
    }
  }

  /** The labels that some slot has. */
  known(labels: readonly string[]): string[] {
    return labels.filter((label) => this.#slotsOf.has(label));
  }

  /** The slots that have one of the labels. */
  mask(labels: readonly string[], { zeros, take }: Scratch): Mask {
    const sets = labels.flatMap((label) => this.#slotsOf.get(label) ?? []);
    const size = Math.max(0, ...sets.map((slots) => slots.size));
    const [only] = sets;
    if (sets.length === 1 && only?.bits) return { base: only.bits, flips: zeros, size };
    const base = take();
    for (const slots of sets) slots.joinInto(base);
    return { base, flips: zeros, size };
  }
}
