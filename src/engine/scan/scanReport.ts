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
  /** The lines up to an index, which the next ones are counted from. */
  counted: { at: number; line: number };
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
   * A text within another one, at an index; null if it is too deep, or if the creative has more text than is scanned,
   * which is a finding.
   */
  textWithin(text: string, within: ScannedText, at: number): ScannedText | null;
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
  return { text, place, line: 1, depth: 0, counted: { at: 0, line: 1 } };
}

/** Begins the scan of a creative. */
export function createScanReport(lists: ScanLists): ScanReport {
  const found = { blocked: new Map<string, ScanFinding>(), warning: new Map<string, ScanFinding>() };
  const resources = new Map<string, ScannedResource>();
  let left = maxCharacters;
  const add = (code: ScanCode, text: string, placeOf: () => string) => {
    const { severity, message } = scanCodes[code];
    const subject = text
      .slice(0, 4 * maxSubject)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, maxSubject);
    const known = found[severity];
    const key = findingKey({ code, subject });
    if (known.has(key) || known.size >= maxFindings) return;
    known.set(key, { code, severity, message, place: placeOf().slice(0, maxPlace), subject, accepted: null });
  };
  return {
    lists,
    add: (code, subject, within, at) => add(code, subject, () => placeIn(within, at)),
    addOf: (code, subject, place) => add(code, subject, () => place),
    textWithin(text, within, at) {
      left -= text.length;
      if (left < 0 || within.depth >= maxDepth) {
        add('not_scanned', '', () => within.place);
        return null;
      }
      const line = lineAt(within, at);
      return { text, place: within.place, line, depth: within.depth + 1, counted: { at: 0, line } };
    },
    load(resource) {
      if (resources.size < maxResources) resources.set(resource.url, resource);
    },
    resources: () => [...resources.values()],
    findings: () => [...found.blocked.values(), ...found.warning.values()].slice(0, maxFindings),
  };
}

function placeIn(within: ScannedText, at: number): string {
  const line = lineAt(within, at);
  return line === 1 && !within.text.includes('\n') ? within.place : `${within.place}, line ${line}`;
}

/** The line of an index. Counts on from the last one, as texts are read from their beginning. */
function lineAt({ text, line, counted }: ScannedText, at: number): number {
  if (at < counted.at) Object.assign(counted, { at: 0, line });
  for (let from = text.indexOf('\n', counted.at); from >= 0 && from < at; from = text.indexOf('\n', from + 1)) {
    counted.line += 1;
    counted.at = from + 1;
  }
  return counted.line;
}
