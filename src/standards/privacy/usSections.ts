import { bitsOf } from './base64Bits.ts';

/** Choices of a viewer in the US. */
export interface UsChoices {
  /** Whether the viewer opted out of the sale or sharing of their data, or of targeted advertising. */
  isOptedOut: boolean;
  /** Whether the viewer is known to be a minor, with or without parental consent. */
  isKnownMinor: boolean;
  /** Whether the viewer is known to be a minor and consent is refused for one of the listed uses. */
  isChild: boolean;
}

/**
 * Start of each field in a section's core segment, in bits. Each field has two bits: 0 not applicable, 1 yes or no
 * consent, 2 no or consent.
 */
interface UsLayout {
  /** SaleOptOut, SharingOptOut and TargetedAdvertisingOptOut, where the section has them. */
  optOuts: readonly number[];
  /** KnownChildSensitiveDataConsents: start and number of fields. */
  children: readonly [start: number, count: number];
  /** Whether the section has a segment for Global Privacy Control. */
  hasGpc: boolean;
}

const layout = (optOuts: readonly number[], start: number, count: number, hasGpc = true): UsLayout => ({
  optOuts,
  children: [start, count],
  hasGpc,
});

/** US sections by GPP ID, with one layout per version from 1. */
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

/** ID of the GPP section that contains a US Privacy string. */
const uspSection = 6;

/** Type of the segment for Global Privacy Control. */
const gpcSegment = 1;

export function isUsSection(id: number): boolean {
  return id === uspSection || layouts.has(id);
}

/** Decodes a US section; null when it is unreadable or of an unknown version. */
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

/** Decodes a US Privacy string such as 1YNN: version, notice, opt-out of sale, LSPA. Null when it is invalid. */
export function decodeUsPrivacy(text: string): UsChoices | null {
  if (!/^1[YN-]{3}$/i.test(text)) return null;
  return { isOptedOut: text.charAt(2).toUpperCase() === 'Y', isKnownMinor: false, isChild: false };
}
