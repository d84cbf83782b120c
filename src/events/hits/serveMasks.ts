/**
 * 16-bit masks by serve ID, in flat memory: 14 bytes per slot and no object per entry, so that hours of traffic fit.
 * Open addressing with linear probing; a slot whose mask is 0 is free. IDs are random, so their first word serves as
 * the hash.
 */
export interface ServeMasks {
  /** The mask of an ID given as its three words; 0 when it has none. */
  get(first: number, second: number, third: number): number;
  /** Sets bits (at least one) in the mask of an ID. */
  add(first: number, second: number, third: number, bits: number): void;
  readonly size: number;
}

const maxLoadFactor = 0.7;

/** Creates an empty table. */
export function createServeMasks(initialSlots = 1024): ServeMasks {
  let slots = initialSlots;
  let words = new Uint32Array(slots * 3);
  let masks = new Uint16Array(slots);
  let size = 0;

  const slotOf = (first: number, second: number, third: number): number => {
    let slot = first % slots;
    for (;;) {
      const at = slot * 3;
      if (masks[slot] === 0) return slot;
      if (words[at] === first && words[at + 1] === second && words[at + 2] === third) return slot;
      slot = slot + 1 === slots ? 0 : slot + 1;
    }
  };

  const add = (first: number, second: number, third: number, bits: number): void => {
    const slot = slotOf(first, second, third);
    if (masks[slot] === 0) {
      words.set([first, second, third], slot * 3);
      size += 1;
    }
    masks[slot] = (masks[slot] ?? 0) | bits;
    if (size > slots * maxLoadFactor) grow();
  };

  const grow = (): void => {
    const [oldWords, oldMasks] = [words, masks];
    slots *= 2;
    words = new Uint32Array(slots * 3);
    masks = new Uint16Array(slots);
    size = 0;
    for (const [slot, bits] of oldMasks.entries()) {
      const at = slot * 3;
      if (bits !== 0) add(oldWords[at] ?? 0, oldWords[at + 1] ?? 0, oldWords[at + 2] ?? 0, bits);
    }
  };

  return {
    get: (first, second, third) => masks[slotOf(first, second, third)] ?? 0,
    add,
    get size() {
      return size;
    },
  };
}
