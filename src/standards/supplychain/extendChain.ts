import type { SchainNode } from '../openrtb/types.ts';
import { isSameSeller, type Node, type Schain } from './schain.ts';

/**
 * How the chain of a request is changed. append = our node is added, completeness stays; appendComplete = the same, and
 * the chain is declared complete; override = our node only; pass = nothing is added.
 */
export type ChainMode = 'append' | 'appendComplete' | 'override' | 'pass';

/**
 * The chain that we send; null when there is none to send. A chain is never passed on without us in it: `pass` only
 * passes on one whose last node, set by the sender, is ours. Without an upstream chain, the chain is complete unless
 * the seller sells inventory of others.
 */
export function extendChain({
  upstream,
  node,
  mode,
  isReseller,
}: {
  /** The received chain; null when there was none. */
  upstream: Schain | null;
  /** The seller's account with us. */
  node: SchainNode;
  mode: ChainMode;
  /** Whether the seller sells inventory of others. */
  isReseller: boolean;
}): Schain | null {
  const own: Node = { ...node, hp: 1 };
  if (mode === 'pass') return upstream && endsWith(upstream, own) ? upstream : null;
  const isComplete = mode === 'appendComplete' || !isReseller;
  if (upstream === null || mode === 'override') return { ver: '1.0', complete: isComplete ? 1 : 0, nodes: [own] };
  return {
    ...upstream,
    complete: mode === 'appendComplete' && upstream.complete === 0 ? 1 : upstream.complete,
    // When the sender already added our node, it is replaced, not repeated.
    nodes: endsWith(upstream, own) ? [...upstream.nodes.slice(0, -1), own] : [...upstream.nodes, own],
  };
}

function endsWith({ nodes }: Schain, own: Node): boolean {
  const last = nodes.at(-1);
  return last !== undefined && last.hp === 1 && isSameSeller(last, own);
}
