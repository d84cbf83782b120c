import { eventName } from './vastEvents.ts';
import { escapeAttribute, writeCdata } from '../xml/escapeXml.ts';
import type { ElementShape, ValueKind } from './check/shape.ts';
import type { SlotName, TemplateSlot, VastTemplate, VastVersion } from './types.ts';
import { formatVastTime, normalizeOffset, parseVastTime } from './vastTime.ts';

/** An element to be written: like XmlPart, but with optional attributes and possibly a slot instead of text. */
export interface DraftElement {
  name: string;
  attributes: Readonly<Record<string, string | undefined>>;
  children: readonly DraftElement[];
  text: string;
  slot?: SlotName;
}

export function draft(
  name: string,
  content: string | readonly DraftElement[] = [],
  attributes: DraftElement['attributes'] = {},
): DraftElement {
  return typeof content === 'string'
    ? { name, attributes, children: [], text: content }
    : { name, attributes, children: content, text: '' };
}

/** An element whose text is filled in when the template is rendered. */
export function draftSlot(name: string, slot: SlotName, attributes: DraftElement['attributes'] = {}): DraftElement {
  return { name, attributes, children: [], text: '', slot };
}

/** Writes `root` with the order and parts of `shape`; unknown parts are left out. */
export function writeTemplate(root: DraftElement, shape: ElementShape, version: VastVersion): VastTemplate {
  const out: Output = { version, parts: [], slots: [], pending: '<?xml version="1.0" encoding="UTF-8"?>\n' };
  writeShaped(root, shape, out, 1);
  return { version, parts: [...out.parts, out.pending], slots: out.slots };
}

/** The XML of one element by a shape; for parts without slots. */
export function writePart(part: DraftElement, shape: ElementShape, version: VastVersion): string {
  const out: Output = { version, parts: [], slots: [], pending: '' };
  writeShaped(part, shape, out, 1);
  return out.pending;
}

/** The XML of an unchanged element, for parts inside an extension. */
export function writeAsIs(part: DraftElement): string {
  if (part.name === 'CreativeExtension') return `<${part.name}${writeAll(part.attributes)}>${part.text}</${part.name}>`;
  const text = part.text === '' ? '' : writeCdata(part.text);
  return `<${part.name}${writeAll(part.attributes)}>${text}${part.children.map(writeAsIs).join('')}</${part.name}>`;
}

interface Output {
  version: VastVersion;
  parts: string[];
  slots: TemplateSlot[];
  pending: string;
}

/**
 * Writes an element by its shape. `max`: how many elements of the name may follow each other. Returns whether it was
 * written.
 */
function writeShaped(element: DraftElement, shape: ElementShape, out: Output, max: number): boolean {
  if (shape.verbatim) {
    out.pending += `<${element.name}${writeAll(element.attributes)}>${element.text}</${element.name}>`;
    return true;
  }
  const attributes = writeAttributes(element, shape, out.version);
  if (attributes === undefined) return false;
  if (shape.text !== undefined) return writeLeaf(element, shape.text, attributes, out, max);
  const before = out.pending;
  out.pending += `<${element.name}${attributes}>`;
  const isFilled = writeChildren(element, shape, out);
  if (!isFilled && attributes === '' && !shape.isWrittenIfEmpty) {
    // Nothing in it was written, so no slot was either: only the start tag has to be removed.
    out.pending = before;
    return false;
  }
  out.pending += `</${element.name}>`;
  return true;
}

function writeLeaf(element: DraftElement, kind: ValueKind, attributes: string, out: Output, max: number): boolean {
  if (element.slot !== undefined) {
    const start = `<${element.name}${attributes}><![CDATA[`;
    const end = `]]></${element.name}>`;
    out.parts.push(out.pending + start);
    out.slots.push({ name: element.slot, between: max > 1 ? end + start : null });
    out.pending = end;
    return true;
  }
  const value = fitValue(element.text, kind, out.version);
  if (value === undefined || value === '') return false;
  const isPlain = kind !== 'uri' && !/[&<>]/.test(value);
  out.pending += `<${element.name}${attributes}>${isPlain ? value : writeCdata(value)}</${element.name}>`;
  return true;
}

function writeChildren(element: DraftElement, shape: ElementShape, out: Output): boolean {
  let isFilled = false;
  const chosen = new Set<string>();
  for (const [name, { shape: childShape, max = Infinity, choice }] of Object.entries(shape.children ?? {})) {
    if (choice !== undefined && chosen.has(choice)) continue;
    let count = 0;
    for (const child of element.children) {
      if (child.name !== name || count >= max || !writeShaped(child, childShape, out, max)) continue;
      count += 1;
      isFilled = true;
      if (choice !== undefined) chosen.add(choice);
    }
  }
  return isFilled;
}

/**
 * The written attributes; undefined when a required attribute has no usable value, so that the element cannot be
 * written.
 */
function writeAttributes(element: DraftElement, shape: ElementShape, version: VastVersion): string | undefined {
  let out = '';
  const isProgress = element.attributes.event === 'progress';
  for (const [name, { kind, required, fallback }] of Object.entries(shape.attributes ?? {})) {
    const given = element.attributes[name];
    // Tracking@offset is valid for progress only, and required there.
    const isTrackingOffset = name === 'offset' && element.name === 'Tracking';
    const value = given === undefined || (isTrackingOffset && !isProgress) ? undefined : fitValue(given, kind, version);
    if (isTrackingOffset && isProgress && value === undefined) return undefined;
    const written = value === undefined || (required && value === '') ? (required ? fallback : undefined) : value;
    if (written === undefined) {
      if (required) return undefined;
      continue;
    }
    out += ` ${name}="${escapeAttribute(written)}"`;
  }
  return out;
}

function writeAll(attributes: DraftElement['attributes']): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeAttribute(value)}"`))
    .join('');
}

/** The value in the schema's notation; undefined when it is of another type. */
function fitValue(value: string, kind: ValueKind, version: VastVersion): string | undefined {
  switch (kind) {
    case 'text':
    case 'uri':
      return value;
    case 'integer': {
      const number = Math.round(Number.parseFloat(value));
      return Number.isSafeInteger(number) ? String(number) : undefined;
    }
    case 'decimal':
      return /^[-+]?(\d+(\.\d*)?|\.\d+)$/.test(value.trim()) ? value.trim() : undefined;
    case 'boolean': {
      const lower = value.toLowerCase();
      return ['true', 'false', '1', '0'].includes(lower) ? lower : undefined;
    }
    case 'time': {
      const ms = parseVastTime(value);
      return ms === undefined ? undefined : formatVastTime(ms);
    }
    case 'offset':
      return normalizeOffset(value);
    case 'event':
      return eventName(value, version);
    case 'currency':
      return /^[a-z]{3}$/i.test(value) ? value : undefined;
    case 'xPosition':
      return /^(\d+|left|right)$/.test(value) ? value : undefined;
    case 'yPosition':
      return /^(\d+|top|bottom)$/.test(value) ? value : undefined;
    default:
      return kind.find((allowed) => allowed.toLowerCase() === value.toLowerCase());
  }
}
