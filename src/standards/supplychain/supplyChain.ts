import { parseSchain } from './parseSchain.ts';
import { paidNodes } from './schain.ts';

/** What a supply chain says of the way of a request. */
export interface SupplyChain {
  /** Whether it names every seller from the owner of the site or app on. */
  isComplete: boolean;
  /** Sellers that it names. */
  nodes: number;
}

/** Reads a chain as tags carry it, "1.0,1!exchange.example,123,1,,,"; null when the text is none. */
export function parseSupplyChain(text: string): SupplyChain | null {
  const chain = parseSchain(text);
  return chain && { isComplete: chain.complete > 0, nodes: paidNodes(chain).length };
}
