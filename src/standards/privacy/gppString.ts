import { bitsOf, type Base64Bits } from './base64Bits.ts';
import { decodeUsSection, isUsSection, type UsChoices } from './usSections.ts';

/** What a GPP string says. */
export interface GppString {
  /** The TCF string of section 2; empty where it has none. */
  tcf: string;
  /** What its sections of US law say, by id; null for one that cannot be read. */
  us: ReadonlyMap<number, UsChoices | null>;
}

/** GPP's section that holds a TCF string. */
export const tcfSection = 2;

/** Type and version with which a header begins. */
const headerType = 3;
const headerVersion = 1;

/** Reads a GPP string; null when its header cannot be read or does not name as many sections as there are. */
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

/** Ids of the sections, as many as expected. They are written as distances, alone or in ranges, in Fibonacci coding. */
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
    // A few bits can write a range of any length: it is not laid out before it is known to fit.
    if (ids.length + last - from + 1 > expected) return null;
    for (let id = from; id <= last; id += 1) ids.push(id);
    at = (length ?? first).end;
  }
  return ids.length === expected ? ids : null;
}

/** The longest number that is read: its value stays far below what a number can hold. */
const maxFibonacciBits = 40;

/** A sum of Fibonacci numbers, a bit for each from 1, 2, 3, 5 on, ended by a second 1 in a row; null without an end. */
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
