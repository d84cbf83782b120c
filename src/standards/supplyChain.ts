/** What a supply chain says of the way of a request (OpenRTB SupplyChain object 1.0). */
export interface SupplyChain {
  /** Whether it names every seller from the owner of the site or app on. */
  isComplete: boolean;
  /** Sellers that it names. */
  nodes: number;
}

/** Reads a chain as URLs carry it, "1.0,1!exchange.example,123,1,,,"; null when the text is none. */
export function parseSupplyChain(text: string): SupplyChain | null {
  const [head = '', ...nodes] = text.trim().split('!');
  const parts = head.split(',');
  if (!/^\d+\.\d+$/.test(parts[0] ?? '') || !/^[01]$/.test(parts[1] ?? '') || nodes.length === 0) return null;
  // Each node names the seller's system and its id there.
  const isNamed = nodes.every((node) => /^[^,]+,[^,]+/.test(node));
  return isNamed ? { isComplete: parts[1] === '1', nodes: nodes.length } : null;
}
