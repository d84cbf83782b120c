import { bitsOf, type Base64Bits } from './base64Bits.ts';
import { decodeUsSection, isUsSection, type UsChoices } from './usSections.ts';

/** A decoded GPP string. */
export interface GppString {
  /** The TCF string of section 2; empty when there is none. */
  tcf: string;
  /** Choices of its US sections, by ID; null for an unreadable one. */
  us: ReadonlyMap<number, UsChoices | null>;
}

/** ID of the GPP section that contains a TCF string. */
export const tcfSection = 2;

/** Type and version at the start of a header. */
const headerType = 3;
const headerVersion = 1;

/** Decodes a GPP string; null when its header is unreadable or does not match the number of sections. */
export function decodeGpp(text: string): GppString | null {
  const [header = '', ...sections] = text.split('~');
  const bits = bitsOf(header);
  const ids = bits && readSectionIds(bits, sections.length);
  if (!ids) return null;
  const us = new Map<number, UsChoices | null>();
  let tcf = '';
  for (const [index, id] of ids.entries()) {
    const section = sections[index] ?? '';
    if (id === tcfSection) tcf = section;
    else if (isUsSection(id)) us.set(id, decodeUsSection(id, section));
  }
  return { tcf, us };
}

/** Section IDs, as many as expected; null otherwise. They are Fibonacci-coded differences, single or in ranges. */
function readSectionIds(bits: Base64Bits, expected: number): readonly number[] | null {
  if (bits.read(0, 6) !== headerType || bits.read(6, 6) !== headerVersion) return null;
  const count = bits.read(12, 12);
  const ids: number[] = [];
  let at = 24;
  let last = 0;
  for (let index = 0; index < count; index += 1) {
    const isRange = bits.has(at);
    const first = readFibonacci(bits, at + 1);
    const length = first && isRange ? readFibonacci(bits, first.end) : null;
    if (!first || (isRange && !length)) return null;
    const from = last + first.value;
    last = from + (length?.value ?? 0);
    // A few bits can describe a range of any length: it is checked before it is expanded.
    if (ids.length + last - from + 1 > expected) return null;
    for (let id = from; id <= last; id += 1) ids.push(id);
    at = (length ?? first).end;
  }
  return ids.length === expected ? ids : null;
}

/** Maximum bits of a Fibonacci number, far below the safe integers. */
const maxFibonacciBits = 40;

/**
 * A Fibonacci-coded number: one bit each for 1, 2, 3, 5 and so on, ended by a second consecutive 1; null without an
 * end.
 */
function readFibonacci(bits: Base64Bits, start: number): { value: number; end: number } | null {
  let [value, current, next] = [0, 1, 2];
  let wasSet = false;
  const stop = Math.min(start + maxFibonacciBits, bits.length);
  for (let at = start; at < stop; at += 1) {
    const isSet = bits.has(at);
    if (isSet && wasSet) return { value, end: at + 1 };
    if (isSet) value += current;
    wasSet = isSet;
    [current, next] = [next, current + next];
  }
  return null;
}
