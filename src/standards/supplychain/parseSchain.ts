import type { Ext } from '../openrtb/types.ts';
import type { Node, Schain } from './schain.ts';

/**
 * Parses a chain as written in tags, `1.0,1!exchange.example,123,1,,,`: version and completeness, then nodes as
 * asi,sid,hp,rid,name,domain,ext, of which the last ones may be missing. Values are percent-encoded. Null for any other
 * text, or a chain with nodes that lack a system or a seller.
 */
export function parseSchain(text: string): Schain | null {
  const [head = '', ...parts] = text.trim().split('!');
  const [ver = '', complete = '', ...rest] = head.split(',').map((part) => part.trim());
  const completeness = completenessOf(complete);
  if (!/^\d+\.\d+$/.test(ver) || completeness === null || rest.some((each) => each !== '')) return null;
  const nodes = parts.map(parseNode);
  if (nodes.length === 0 || !nodes.every((node) => node !== null)) return null;
  return { ver, complete: completeness, nodes };
}

function completenessOf(text: string): Schain['complete'] | null {
  if (text === '0') return 0;
  if (text === '1') return 1;
  return text === '2' ? 2 : null;
}

function parseNode(text: string): Node | null {
  const [asi = '', sid = '', hp = '', rid = '', name = '', domain = '', ext = ''] = text.split(',').map(decode);
  if (asi === '' || sid === '' || !/^[01]?$/.test(hp)) return null;
  const node: Node = { asi, sid, hp: hp === '0' ? 0 : 1 };
  if (rid !== '') node.rid = rid;
  if (name !== '') node.name = name;
  if (domain !== '') node.domain = domain;
  const extension = parseExtension(ext);
  if (extension) node.ext = extension;
  return node;
}

/** A decoded value; an invalid encoding is taken literally. */
function decode(value: string): string {
  const text = value.trim();
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text;
  }
}

/** The extension as an object; extensions that are not JSON objects are dropped. */
function parseExtension(text: string): Ext | null {
  if (!text.startsWith('{')) return null;
  try {
    return JSON.parse(text) as Ext;
  } catch {
    return null;
  }
}
