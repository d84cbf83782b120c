import { repairsOf, type Repair } from '../xml/repairsOf.ts';
import { attributeOf, type XmlElement } from '../xml/xmlElement.ts';
import type { SlotName, TemplateSlot, VastTemplate, VastVersion } from './types.ts';

/** An element around one of our URLs. */
interface SlotElement {
  start: string;
  slot: SlotName;
  end: string;
  /** Whether several elements of its name may follow each other. */
  repeats: boolean;
}

/** Text to insert, or an element with one of our URLs. */
export type Piece = string | SlotElement;

/** A change of a document's text: `pieces` in place of what lies between two offsets. */
export interface Edit {
  from: number;
  to: number;
  pieces: readonly Piece[];
}

/** An element whose text is filled in when the template is rendered. */
export function slotElement(
  name: string,
  slot: SlotName,
  { attributes = '', repeats = true }: { attributes?: string; repeats?: boolean } = {},
): SlotElement {
  return { start: `<${name}${attributes}><![CDATA[`, slot, end: `]]></${name}>`, repeats };
}

export function insertion(at: number, pieces: readonly Piece[]): Edit {
  return { from: at, to: at, pieces };
}

export function removal({ start, end }: XmlElement): Edit {
  return { from: start, to: end, pieces: [] };
}

export function replacement({ start, end }: XmlElement, pieces: readonly Piece[]): Edit {
  return { from: start, to: end, pieces };
}

/** The end of the last child with one of these names, else where the content starts. */
export function endOf(parent: XmlElement, names: readonly string[]): number {
  return parent.children.findLast(({ localName }) => names.includes(localName))?.end ?? parent.contentStart;
}

/**
 * The document of an Ad in a version without what else its root contains, changed by `edits`; insertions at one offset
 * keep their order, before what is removed there.
 * What parsers of XML reject and ours tolerates is repaired: bare ampersands, processing instructions, and `xsi` without
 * its namespace.
 */
export function applyEdits(ad: XmlElement, edits: readonly Edit[], version: VastVersion): VastTemplate {
  const { source, parent: root } = ad;
  const repairs = repairsOf(source, ad.start, ad.end).map(({ from, to, text }): Edit => ({ from, to, pieces: [text] }));
  const ordered = [...edits, ...repairs].sort((a, b) => a.from - b.from || a.to - b.to);
  const out: Output = { parts: [], slots: [], pending: '<?xml version="1.0" encoding="UTF-8"?>\n' };
  if (root) out.pending += startTag(root, version);
  let at = ad.start;
  for (const { from, to, pieces } of ordered) {
    // A change within what is removed.
    if (from < at) continue;
    out.pending += source.slice(at, from);
    for (const piece of pieces) write(out, piece);
    at = to;
  }
  out.pending += source.slice(at, ad.end);
  if (root) out.pending += `</${root.name}>`;
  return { version, parts: [...out.parts, out.pending], slots: out.slots };
}

interface Output {
  parts: string[];
  slots: TemplateSlot[];
  pending: string;
}

function write(out: Output, piece: Piece): void {
  if (typeof piece === 'string') {
    out.pending += piece;
    return;
  }
  const { start, slot, end, repeats } = piece;
  out.parts.push(out.pending + start);
  out.slots.push({ name: slot, between: repeats ? end + start : null });
  out.pending = end;
}

function startTag(root: XmlElement, version: VastVersion): string {
  const { source, name, start, contentStart, declarations } = root;
  let tag = '';
  let at = start;
  const changes = [...repairsOf(source, start, contentStart), ...versionChange(root, version)];
  for (const { from, to, text } of changes.sort((a, b) => a.from - b.from)) {
    tag += source.slice(at, from) + text;
    at = to;
  }
  tag += source.slice(at, contentStart);
  if (declarations?.has('xsi') || !source.includes('xsi:')) return tag;
  return `<${name} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"${tag.slice(name.length + 1)}`;
}

/** The version of a root, where it is another. */
function versionChange(root: XmlElement, version: VastVersion): Repair[] {
  if (attributeOf(root, 'version') === version) return [];
  const { source, attributeOffsets: offsets } = root;
  for (let index = 0; index < offsets.length; index += 4) {
    if (source.slice(offsets[index], offsets[index + 1]) !== 'version') continue;
    return [{ from: offsets[index + 2] ?? 0, to: offsets[index + 3] ?? 0, text: version }];
  }
  return [];
}
