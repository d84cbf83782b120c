import type { SchainNode, SchainObject } from '../openrtb/types.ts';

/** A valid supply chain, in the form of OpenRTB 2.6 (3.2.25). */
export interface Schain extends SchainObject {
  /** "1.0", or a later version. */
  ver: string;
  /** 0 incomplete, 1 includes every paid party, 2 also every party that only passes the request on (1.1). */
  complete: 0 | 1 | 2;
  nodes: Node[];
}

/** A node of a chain: `hp` 1 = it is paid, 0 = it only passes the request on (1.1). */
export interface Node extends SchainNode {
  hp: 0 | 1;
}

/** Maximum length of a seller ID by the standard. */
export const maxSellerIdLength = 64;

/** The paid nodes, in order. */
export function paidNodes({ nodes }: Pick<Schain, 'nodes'>): Node[] {
  return nodes.filter(({ hp }) => hp === 1);
}

/** Whether two nodes are the same account of the same system. */
export function isSameSeller(a: Pick<SchainNode, 'asi' | 'sid'>, b: Pick<SchainNode, 'asi' | 'sid'>): boolean {
  return a.asi.toLowerCase() === b.asi.toLowerCase() && a.sid === b.sid;
}
