import { bitsOf, type Base64Bits } from './base64Bits.ts';

/** A publisher's restriction of a vendor for a purpose: not allowed, consent only, or legitimate interest only. */
export type TcfRestriction = 'forbidden' | 'consent' | 'interest';

/** A decoded TCF 2 string. Purposes are 1 to 24, special features 1 to 12, vendors IDs of the Global Vendor List. */
export interface TcfConsent {
  policyVersion: number;
  /** The version of the Global Vendor List that the viewer was shown. */
  listVersion: number;
  hasPurposeConsent(purpose: number): boolean;
  /** Whether legitimate interest is established and not objected to. */
  hasPurposeInterest(purpose: number): boolean;
  hasSpecialFeature(feature: number): boolean;
  hasVendorConsent(vendor: number): boolean;
  hasVendorInterest(vendor: number): boolean;
  /**
   * Whether the vendor was disclosed to the viewer; true for every vendor when the string has no such list (before
   * 2.3).
   */
  isDisclosed(vendor: number): boolean;
  restrictionOf(purpose: number, vendor: number): TcfRestriction | null;
}

/** A set of vendors and the bit after it. */
interface VendorSet {
  has(vendor: number): boolean;
  isEmpty: boolean;
  end: number;
}

/** Start of each field in the core segment, in bits. */
const field = {
  lastUpdated: 42,
  listVersion: 120,
  policyVersion: 132,
  isServiceSpecific: 138,
  specialFeatures: 140,
  purposeConsents: 152,
  purposeInterests: 176,
  vendors: 213,
} as const;

/** Policy version of TCF 2.3, whose strings must list the disclosed vendors. */
const policyOf23 = 5;

/** From 1 March 2026 on, strings must list them under any policy; tenths of a second since the epoch. */
const disclosureDay = 17_723_232_000;

/** Type of the segment of disclosed vendors. */
const disclosedVendors = 1;

const restrictions: readonly (TcfRestriction | undefined)[] = ['forbidden', 'consent', 'interest'];

/**
 * Decodes a TCF 2 string (2.0 to 2.3) without expanding its vendors. Null when it is unreadable or void: of another
 * version, with global scope, or without the disclosed vendors that 2.3 requires. Its dates, CMP and language are
 * ignored: they do not change the viewer's choices.
 */
export function decodeTcf(text: string): TcfConsent | null {
  const [head = '', ...segments] = text.split('.');
  const bits = bitsOf(head);
  if (!bits || bits.read(0, 6) !== 2 || !bits.has(field.isServiceSpecific)) return null;
  const consents = readVendors(bits, field.vendors);
  const interests = consents && readVendors(bits, consents.end);
  const rules = interests && readRestrictions(bits, interests.end);
  if (!rules) return null;
  const policyVersion = bits.read(field.policyVersion, 6);
  const disclosed = readDisclosed(segments);
  if (!disclosed && (policyVersion >= policyOf23 || bits.read(field.lastUpdated, 36) >= disclosureDay)) return null;
  const isIn = (start: number, count: number, id: number) => id >= 1 && id <= count && bits.has(start + id - 1);
  return {
    policyVersion,
    listVersion: bits.read(field.listVersion, 12),
    hasPurposeConsent: (purpose) => isIn(field.purposeConsents, 24, purpose),
    hasPurposeInterest: (purpose) => isIn(field.purposeInterests, 24, purpose),
    hasSpecialFeature: (feature) => isIn(field.specialFeatures, 12, feature),
    hasVendorConsent: (vendor) => consents.has(vendor),
    hasVendorInterest: (vendor) => interests.has(vendor),
    isDisclosed: (vendor) => disclosed === null || disclosed.has(vendor),
    restrictionOf: (purpose, vendor) => restrictionIn(rules, purpose, vendor),
  };
}

/** Reads a bit per vendor, or ranges of vendors. Null when the text ends early. */
function readVendors(bits: Base64Bits, start: number): VendorSet | null {
  const last = bits.read(start, 16);
  const isRanges = bits.has(start + 16);
  const from = start + 17;
  if (!isRanges) {
    const end = from + last;
    if (end > bits.length) return null;
    return { has: (vendor) => vendor >= 1 && vendor <= last && bits.has(from + vendor - 1), isEmpty: last === 0, end };
  }
  const ranges: number[] = [];
  const end = readRanges(bits, from, ranges);
  if (end === null) return null;
  return { has: (vendor) => isInRanges(ranges, vendor), isEmpty: ranges.length === 0, end };
}

/**
 * Appends the first and last vendor of each range to `ranges`. Returns the bit after them; null when the text ends
 * early.
 */
function readRanges(bits: Base64Bits, start: number, ranges: number[]): number | null {
  const count = bits.read(start, 12);
  let at = start + 12;
  for (let index = 0; index < count; index += 1) {
    const isRange = bits.has(at);
    const first = bits.read(at + 1, 16);
    ranges.push(first, isRange ? bits.read(at + 17, 16) : first);
    at += isRange ? 33 : 17;
    if (at > bits.length) return null;
  }
  return at > bits.length ? null : at;
}

function isInRanges(ranges: readonly number[], vendor: number): boolean {
  for (let index = 0; index < ranges.length; index += 2) {
    if (vendor >= (ranges[index] ?? 0) && vendor <= (ranges[index + 1] ?? 0)) return true;
  }
  return false;
}

/** A publisher's restrictions for one purpose and type. */
interface Rule {
  purpose: number;
  restriction: TcfRestriction;
  ranges: readonly number[];
}

function readRestrictions(bits: Base64Bits, start: number): readonly Rule[] | null {
  const count = bits.read(start, 12);
  let at = start + 12;
  if (at > bits.length) return null;
  const rules: Rule[] = [];
  for (let index = 0; index < count; index += 1) {
    const ranges: number[] = [];
    const end = readRanges(bits, at + 8, ranges);
    if (end === null) return null;
    const restriction = restrictions[bits.read(at + 6, 2)];
    if (restriction) rules.push({ purpose: bits.read(at, 6), restriction, ranges });
    at = end;
  }
  return rules;
}

/** The restriction of a vendor for a purpose; contradictory ones leave no legal basis. */
function restrictionIn(rules: readonly Rule[], purpose: number, vendor: number): TcfRestriction | null {
  let found: TcfRestriction | null = null;
  for (const rule of rules) {
    if (rule.purpose !== purpose || rule.restriction === found || !isInRanges(rule.ranges, vendor)) continue;
    found = found === null ? rule.restriction : 'forbidden';
  }
  return found;
}

/** The disclosed vendors; null where no segment lists any, because some CMPs without the list write an empty one. */
function readDisclosed(segments: readonly string[]): VendorSet | null {
  for (const segment of segments) {
    const bits = bitsOf(segment);
    if (bits?.read(0, 3) !== disclosedVendors) continue;
    const vendors = readVendors(bits, 3);
    if (vendors && !vendors.isEmpty) return vendors;
  }
  return null;
}
