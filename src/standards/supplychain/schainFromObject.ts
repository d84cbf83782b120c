import type { BidRequest, Ext } from '../openrtb/types.ts';
import type { Node, Schain } from './schain.ts';

/** Reads a chain from an object; null for any other value, or a chain with nodes that lack a system or a seller. */
export function schainFromObject(value: unknown): Schain | null {
  if (!isObject(value) || !Array.isArray(value['nodes']) || value['nodes'].length === 0) return null;
  const complete = Number(value['complete']);
  if (complete !== 0 && complete !== 1 && complete !== 2) return null;
  const nodes = value['nodes'].map(nodeOf);
  if (!nodes.every((node) => node !== null)) return null;
  const { ver, ext } = value;
  const isVersion = typeof ver === 'string' && /^\d+\.\d+$/.test(ver);
  return { ver: isVersion ? ver : '1.0', complete, nodes, ...(isObject(ext) ? { ext } : {}) };
}

/** The chain of a bid request, at its place in 2.6, 2.5 or earlier; null when there is none. */
export function schainFromRequest({ source, ext }: Pick<BidRequest, 'source' | 'ext'>): Schain | null {
  for (const place of [source?.schain, source?.ext?.['schain'], ext?.['schain']]) {
    const chain = schainFromObject(place);
    if (chain) return chain;
  }
  return null;
}

function nodeOf(value: unknown): Node | null {
  if (!isObject(value)) return null;
  const [asi, sid] = [textOf(value['asi']), textOf(value['sid'])];
  if (asi === '' || sid === '') return null;
  const hp = value['hp'] === undefined ? 1 : Number(value['hp']);
  if (hp !== 0 && hp !== 1) return null;
  const node: Node = { asi, sid, hp };
  for (const name of ['rid', 'name', 'domain'] as const) {
    const text = textOf(value[name]);
    if (text !== '') node[name] = text;
  }
  if (isObject(value['ext'])) node.ext = value['ext'];
  return node;
}

/** An ID as text; some senders write numbers. */
function textOf(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

function isObject(value: unknown): value is Ext {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
