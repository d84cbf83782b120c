import { bitsOf } from './base64Bits.ts';

/** What a viewer in the US chose. */
export interface UsChoices {
  /** Whether they opted out of the sale or sharing of their data, or of targeted advertising. */
  isOptedOut: boolean;
  /** Whether they are known to be under age, whatever their parents consent to. */
  isKnownMinor: boolean;
  /** Whether they are known to be under age and consent is refused for one of the uses asked about. */
  isChild: boolean;
}

/** Where the fields of a section's core segment begin, in bits. Each is two bits: 0 not applicable, 1 yes or no consent, 2 no or consent. */
interface UsLayout {
  /** SaleOptOut, SharingOptOut and TargetedAdvertisingOptOut, as far as the section has them. */
  optOuts: readonly number[];
  /** KnownChildSensitiveDataConsents and how many there are. */
  children: readonly [start: number, count: number];
  /** Whether a segment may tell of Global Privacy Control. */
  hasGpc: boolean;
}

const layout = (optOuts: readonly number[], start: number, count: number, hasGpc = true): UsLayout => ({
  optOuts,
  children: [start, count],
  hasGpc,
});

/** Sections of US law by their GPP id, each by its versions from 1 on. */
const layouts = new Map<number, readonly UsLayout[]>([
  [7, [layout([18, 20, 22], 48, 2), layout([18, 20, 22], 56, 3)]], // usnat
  [8, [layout([12, 14], 34, 2)]], // usca
  [9, [layout([12, 14], 32, 1, false)]], // usva
  [10, [layout([12, 14], 30, 1)]], // usco
  [11, [layout([14, 16], 34, 1, false)]], // usut
  [12, [layout([12, 14], 32, 3)]], // usct
  [13, [layout([12, 14], 32, 3, false)]], // usfl
  [14, [layout([12, 14], 32, 3)]], // usmt
  [15, [layout([12, 14], 38, 3)]], // usor
  [16, [layout([12, 14], 32, 1)]], // ustx
  [17, [layout([12, 14], 34, 5)]], // usde
  [18, [layout([14, 16], 34, 1)]], // usia
  [19, [layout([12, 14], 32, 1)]], // usne
  [20, [layout([12, 14], 32, 3)]], // usnh
  [21, [layout([12, 14], 36, 5)]], // usnj
  [22, [layout([12, 14], 32, 1)]], // ustn
  [23, [layout([12, 14], 32, 1)]], // usmn
  [24, [layout([16, 18], 20, 0)]], // usmd
  [25, [layout([16, 18], 20, 1, false)]], // usin
  [26, [layout([16, 18], 20, 1, false)]], // usky
  [27, [layout([16, 18], 20, 1, false)]], // usri
]);

/** GPP's section that holds a US Privacy string. */
const uspSection = 6;

/** Type of the segment that tells of Global Privacy Control. */
const gpcSegment = 1;

/** Whether a section of GPP is one of US law. */
export function isUsSection(id: number): boolean {
  return id === uspSection || layouts.has(id);
}

/** Reads a section of US law; null when it cannot be read or is of a version that is not known. */
export function decodeUsSection(id: number, text: string): UsChoices | null {
  if (id === uspSection) return decodeUsPrivacy(text);
  const [head = '', ...segments] = text.split('.');
  const core = bitsOf(head);
  const fields = core && layouts.get(id)?.[core.read(0, 6) - 1];
  if (!fields) return null;
  const [start, count] = fields.children;
  if (start + 2 * count > core.length) return null;
  const children = Array.from({ length: count }, (_, index) => core.read(start + 2 * index, 2));
  return {
    isOptedOut: fields.optOuts.some((at) => core.read(at, 2) === 1) || (fields.hasGpc && segments.some(hasGpc)),
    isKnownMinor: children.some((consent) => consent !== 0),
    isChild: children.includes(1),
  };
}

function hasGpc(segment: string): boolean {
  const bits = bitsOf(segment);
  return bits !== null && bits.read(0, 2) === gpcSegment && bits.has(2);
}

/** Reads a US Privacy string such as 1YNN: version, notice, opt-out of sale, LSPA. Null when it is none. */
export function decodeUsPrivacy(text: string): UsChoices | null {
  if (!/^1[YN-]{3}$/i.test(text)) return null;
  return { isOptedOut: text.charAt(2).toUpperCase() === 'Y', isKnownMinor: false, isChild: false };
}
