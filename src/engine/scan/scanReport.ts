import { storableText } from '#model/field/storableText.ts';
import {
  findingKey,
  maxFindings,
  maxPlace,
  maxSubject,
  scanCodes,
  type ScanCode,
  type ScanFinding,
} from '#model/scan/scanFinding.ts';

/** The lists with which creatives are compared. */
export interface ScanLists {
  /** Whether a domain, in lower case and without `www.`, is blocked; its subdomains are looked up too. */
  hasDomain(domain: string): boolean;
  /** Whether a file is blocked, by its SHA-256 in hexadecimal. */
  hasFile(sha256: string): boolean;
}

/** A text that is being scanned: where it is, and within how many others. */
export interface ScannedText {
  text: string;
  /** The part of the creative, or the URL that was fetched. */
  place: string;
  /** Line of the part at which the text begins, from 1. */
  line: number;
  depth: number;
  /** The indexes of its line breaks, once a line was looked up. */
  breaks?: number[];
}

/** A text within another one that is still to be scanned. */
export interface WaitingText {
  kind: 'html' | 'script';
  text: ScannedText;
  /** Whether it runs after a click. */
  isClick: boolean;
}

/** A resource that a creative loads, which is scanned too if it can be fetched. */
export interface ScannedResource {
  url: string;
  kind: 'html' | 'script';
}

/** Collects the findings of one creative. */
export interface ScanReport {
  lists: ScanLists;
  /** Adds what was found at an index of a text, once. */
  add(code: ScanCode, subject: string, within: ScannedText, at: number): void;
  /** Adds what was found in a part as a whole. */
  addOf(code: ScanCode, subject: string, place: string): void;
  /**
   * Notes a text within another one, at an index, to be scanned. A text that is too deep, or more than is scanned of a
   * creative, is a finding instead.
   */
  scanLater(
    text: Pick<WaitingText, 'kind'> & { text: string; isClick?: boolean },
    within: ScannedText,
    at: number,
  ): void;
  /** Takes the next text that was noted; undefined if there is none. */
  takeText(): WaitingText | undefined;
  /** Notes a resource that the creative loads. */
  load(resource: ScannedResource): void;
  resources(): ScannedResource[];
  findings(): ScanFinding[];
}

/** Maximum texts within each other, as code in text in an attribute. */
const maxDepth = 5;
/** Maximum characters that are scanned of one creative, with those within others counted again. */
const maxCharacters = 2 * 1024 * 1024;

/** Maximum resources that are noted. */
const maxResources = 50;

/** The text of a part of a creative, as it begins. */
export function partText(place: string, text: string): ScannedText {
  return { text, place, line: 1, depth: 0 };
}

/** Begins the scan of a creative. */
export function createScanReport(lists: ScanLists): ScanReport {
  const found = { blocked: new Map<string, ScanFinding>(), warning: new Map<string, ScanFinding>() };
  const resources = new Map<string, ScannedResource>();
  const waiting: WaitingText[] = [];
  let taken = 0;
  let left = maxCharacters;
  const add = (code: ScanCode, text: string, placeOf: () => string) => {
    const { severity, message } = scanCodes[code];
    const extract = text
      .slice(0, 4 * maxSubject)
      .replace(/\s+/g, ' ')
      .trim();
    const subject = storableText(extract, maxSubject);
    const known = found[severity];
    const key = findingKey({ code, subject });
    if (known.has(key) || known.size >= maxFindings) return;
    known.set(key, { code, severity, message, place: storableText(placeOf(), maxPlace), subject, accepted: null });
  };
  return {
    lists,
    add: (code, subject, within, at) => add(code, subject, () => placeIn(within, at)),
    addOf: (code, subject, place) => add(code, subject, () => place),
    scanLater({ kind, text, isClick = false }, within, at) {
      const { place, depth } = within;
      left -= text.length;
      if (left < 0 || depth >= maxDepth) return add('not_scanned', '', () => place);
      waiting.push({ kind, text: { text, place, line: lineAt(within, at), depth: depth + 1 }, isClick });
    },
    takeText() {
      const next = waiting[taken];
      if (next) taken += 1;
      return next;
    },
    load(resource) {
      if (resources.size < maxResources) resources.set(resource.url, resource);
      else if (!resources.has(resource.url)) add('not_scanned', resource.url, () => resource.url);
    },
    resources: () => [...resources.values()],
    findings: () => [...found.blocked.values(), ...found.warning.values()].slice(0, maxFindings),
  };
}

function placeIn(within: ScannedText, at: number): string {
  const line = lineAt(within, at);
  return line === 1 && !within.text.includes('\n') ? within.place : `${within.place}, line ${line}`;
}

/** The line of an index. Its breaks are found once, as texts can have many findings on one long line. */
function lineAt(within: ScannedText, at: number): number {
  within.breaks ??= Array.from(within.text.matchAll(/\n/g), ({ index }) => index);
  let low = 0;
  let high = within.breaks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((within.breaks[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return within.line + low;
}
