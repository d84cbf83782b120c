import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import { underCurrentNames } from '#model/field/formerNames.ts';
import type { Fault } from '#model/index.ts';
import { type Section, sections } from './sections.ts';
import { documentForm } from './writeDocument.ts';

/** One object of a document. */
export type Item = Readonly<Record<string, unknown>>;

/** A fault of a document, and the line, from 1, on which its cause begins; null when it has none. */
export type DocumentFault = Fault & { line: number | null };

/** The parts of a document; kinds without a part stay as they are. */
export type ReadDocument =
  | {
      ok: true;
      parts: { section: Section; items: readonly Item[] }[];
      /**
       * The line, from 1, on which a place such as `tags.3.rate`, or the value around it, begins; null when there is
       * none.
       */
      lineOf: (place: string) => number | null;
    }
  | { ok: false; faults: DocumentFault[] };

/** Maximum number of YAML faults reported; a file of another type has one on every line. */
const maxYamlFaults = 20;

/** Parses a document. YAML faults name their line, all others the place: `tags.3`. */
export function readDocument(text: string): ReadDocument {
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  if (parsed.errors.length > 0) {
    const faults = parsed.errors.slice(0, maxYamlFaults).map(({ message, pos }) => {
      const { line } = lines.linePos(pos[0]);
      const reason = message.split(/ at line |:\n/)[0] ?? '';
      return { code: 'bad_yaml', message: `Line ${line}: ${reason}`, path: `line.${line}`, line };
    });
    return { ok: false, faults };
  }
  const lineAt = (node: unknown) => lines.linePos(rangeOf(node) ?? 0).line;
  if (!isMap(parsed.contents)) {
    const message = 'The document must be an object that contains lists';
    return refused({ code: 'bad_yaml', message, path: '', line: lineAt(parsed.contents) });
  }
  preserveNumberText(parsed);
  let content: unknown;
  try {
    content = parsed.toJS({ maxAliasCount: 0 });
  } catch {
    const message = 'The document must not use YAML aliases';
    return refused({ code: 'bad_yaml', message, path: '', line: lineAt(firstAlias(parsed)) });
  }
  const lineOf = (place: string) => {
    const start = startOf(parsed, place.split('.'));
    return start === null ? null : lines.linePos(start).line;
  };
  return readParts(content as Record<string, unknown>, lineOf, lineAt(parsed.contents));
}

/** Preserves numbers that say more than their value, such as the postal code 01067, as texts. */
function preserveNumberText(parsed: Document): void {
  visit(parsed, {
    Scalar(_, node) {
      const { value, source } = node;
      if (typeof value === 'number' && source !== undefined && String(value) !== source) node.value = source;
    },
  });
}

function firstAlias(parsed: Document): unknown {
  let found: unknown;
  visit(parsed, {
    Alias(_, node) {
      found = node;
      return visit.BREAK;
    },
  });
  return found;
}

function startOf(parsed: Document, path: readonly string[]): number | null {
  let node: unknown = parsed.contents;
  let start: number | null = null;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
      if (!pair) break;
      start = rangeOf(pair.key) ?? start;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      start = rangeOf(node) ?? start;
    } else break;
  }
  return start;
}

function rangeOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

function readParts(
  content: Record<string, unknown>,
  lineOf: (place: string) => number | null,
  firstLine: number,
): ReadDocument {
  const { bidhouse: form, ...rest } = content;
  if (form !== documentForm) {
    const message = `Must start with bidhouse: ${documentForm}`;
    return refused({ code: 'unknown_form', message, path: 'bidhouse', line: lineOf('bidhouse') ?? firstLine });
  }
  const faults: DocumentFault[] = [];
  const add = (code: string, message: string, path: string) =>
    faults.push({ code, message, path, line: lineOf(path) ?? firstLine });
  const parts: { section: Section; items: readonly Item[] }[] = [];
  for (const [key, value] of Object.entries(rest)) {
    const section = sections.find((each) => each.key === key);
    const items: unknown = value ?? [];
    if (!section) {
      const message = `No such section. Sections: ${sections.map((each) => each.key).join(', ')}`;
      add('unknown_field', message, key);
    } else if (!Array.isArray(items)) {
      add('invalid_type', 'Must be a list of objects', key);
    } else if (!items.every(isItem)) {
      const index = items.findIndex((item) => !isItem(item));
      add('invalid_type', 'Must be an object with a name', `${key}.${index}`);
    } else {
      parts.push({ section, items: items.map((item) => underCurrentNames(item, section.formerKeys)) });
    }
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, parts, lineOf };
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(fault: DocumentFault): ReadDocument {
  return { ok: false, faults: [fault] };
}
