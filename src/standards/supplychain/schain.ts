import type { SchainNode, SchainObject } from '../openrtb/types.ts';

/** A supply chain that was read and is well-formed, in the form in which OpenRTB 2.6 carries it (3.2.25). */
export interface Schain extends SchainObject {
  /** "1.0", or of a later version. */
  ver: string;
  /** 0 something is missing, 1 all who are paid are named, 2 all who pass the request on as well (1.1). */
  complete: 0 | 1 | 2;
  nodes: Node[];
}

/** A node of it: `hp` 1 = it is paid, 0 = it only passes the request on (1.1). */
export interface Node extends SchainNode {
  hp: 0 | 1;
}

/** Longest id of a seller by the standard. */
export const maxSellerIdLength = 64;

/** The nodes that are paid, in their order. */
export function paidNodes({ nodes }: Pick<Schain, 'nodes'>): Node[] {
  return nodes.filter(({ hp }) => hp === 1);
}

/** Whether two nodes are the same account with the same system. */
export function isSameSeller(a: Pick<SchainNode, 'asi' | 'sid'>, b: Pick<SchainNode, 'asi' | 'sid'>): boolean {
  return a.asi.toLowerCase() === b.asi.toLowerCase() && a.sid === b.sid;
}
