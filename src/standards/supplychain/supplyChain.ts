import { parseSchain } from './parseSchain.ts';
import { paidNodes } from './schain.ts';

/** A summary of a supply chain. */
export interface SupplyChain {
  /** Whether it names every seller from the owner of the site or app on. */
  isComplete: boolean;
  /** Number of its nodes. */
  nodes: number;
}

/** Parses a chain as written in tags, "1.0,1!exchange.example,123,1,,,"; null for any other text. */
export function parseSupplyChain(text: string): SupplyChain | null {
  const chain = parseSchain(text);
  return chain && { isComplete: chain.complete > 0, nodes: paidNodes(chain).length };
}
