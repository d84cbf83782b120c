/** A bitset of slots: one bit per slot of an index. */
export class SlotBits {
  words: Uint32Array<ArrayBuffer>;
  /** The number of slots in the set. */
  size = 0;

  constructor(wordCount: number) {
    this.words = new Uint32Array(wordCount);
  }

  has(slot: number): boolean {
    return (((this.words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
  }

  set(slot: number, isIn: boolean): void {
    if (this.has(slot) === isIn) return;
    const at = slot >>> 5;
    this.words[at] = (this.words[at] ?? 0) ^ (1 << (slot & 31));
    this.size += isIn ? 1 : -1;
  }

  /** Makes room for more slots. */
  grow(wordCount: number): void {
    const words = new Uint32Array(wordCount);
    words.set(this.words);
    this.words = words;
  }
}

/** A set of slots: a set of numbers while it is small, a bitset otherwise. */
export class SlotSet {
  #few: Set<number> | null = new Set();
  #many: SlotBits | null = null;
  #wordCount: number;

  constructor(wordCount: number) {
    this.#wordCount = wordCount;
  }

  get size(): number {
    return this.#few?.size ?? this.#many?.size ?? 0;
  }

  /** The bitset; null while the set is small. */
  get bits(): Uint32Array<ArrayBuffer> | null {
    return this.#many?.words ?? null;
  }

  set(slot: number, isIn: boolean): void {
    if (this.#many) return this.#many.set(slot, isIn);
    if (!this.#few) return;
    if (!isIn) {
      this.#few.delete(slot);
      return;
    }
    this.#few.add(slot);
    // In a bitset every slot of the index costs one bit; in a set of numbers each member costs more than a word.
    if (this.#few.size <= Math.max(16, this.#wordCount >>> 2)) return;
    this.#many = new SlotBits(this.#wordCount);
    for (const each of this.#few) this.#many.set(each, true);
    this.#few = null;
  }

  /** Makes room for more slots. */
  grow(wordCount: number): void {
    this.#wordCount = wordCount;
    this.#many?.grow(wordCount);
  }

  /** XORs its bits into a buffer. */
  flipIn(words: Uint32Array): void {
    if (this.#few) {
      for (const slot of this.#few) words[slot >>> 5] = (words[slot >>> 5] ?? 0) ^ (1 << (slot & 31));
      return;
    }
    const own = this.#many?.words ?? [];
    for (let at = 0; at < own.length; at += 1) words[at] = (words[at] ?? 0) ^ (own[at] ?? 0);
  }

  /** ORs its bits into a buffer. */
  joinInto(words: Uint32Array): void {
    if (this.#few) {
      for (const slot of this.#few) words[slot >>> 5] = (words[slot >>> 5] ?? 0) | (1 << (slot & 31));
      return;
    }
    const own = this.#many?.words ?? [];
    for (let at = 0; at < own.length; at += 1) words[at] = (words[at] ?? 0) | (own[at] ?? 0);
  }
}
