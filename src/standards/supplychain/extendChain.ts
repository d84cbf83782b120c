import type { SchainNode } from '../openrtb/types.ts';
import { isSameSeller, type Node, type Schain } from './schain.ts';

/**
 * What becomes of the chain that a request brought. append = our node comes last, and what it says of being complete
 * stays; appendComplete = the same, and the chain is vouched for as complete; override = our node alone; pass = nothing
 * is added.
 */
export type ChainMode = 'append' | 'appendComplete' | 'override' | 'pass';

/**
 * The chain that we send; null when there is none to send. A chain is never handed on without ourselves in it, so that
 * `pass` keeps only one that the sender has ended with our node. Where nothing came before us, the chain is complete
 * unless the seller sells what others own.
 */
export function extendChain({
  upstream,
  node,
  mode,
  isReseller,
}: {
  /** As it was received; null when none came. */
  upstream: Schain | null;
  /** The seller's account with us. */
  node: SchainNode;
  mode: ChainMode;
  /** Whether the seller sells what others own. */
  isReseller: boolean;
}): Schain | null {
  const own: Node = { ...node, hp: 1 };
  if (mode === 'pass') return upstream && endsWith(upstream, own) ? upstream : null;
  const isComplete = mode === 'appendComplete' || !isReseller;
  if (upstream === null || mode === 'override') return { ver: '1.0', complete: isComplete ? 1 : 0, nodes: [own] };
  return {
    ...upstream,
    complete: mode === 'appendComplete' && upstream.complete === 0 ? 1 : upstream.complete,
    // A sender that named us already is not contradicted by naming us twice.
    nodes: endsWith(upstream, own) ? [...upstream.nodes.slice(0, -1), own] : [...upstream.nodes, own],
  };
}

function endsWith({ nodes }: Schain, own: Node): boolean {
  const last = nodes.at(-1);
  return last !== undefined && last.hp === 1 && isSameSeller(last, own);
}
