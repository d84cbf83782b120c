/** A node of a reference data tree; a node without children is a leaf. */
export interface TreeNode {
  id: string;
  label: string;
  children?: readonly TreeNode[];
}

/** The ids of the leaves, in order, each once: a leaf may have several parents. */
export function leafIdsOf(tree: readonly TreeNode[]): string[] {
  const ids = tree.flatMap((node) => (node.children ? leafIdsOf(node.children) : [node.id]));
  return [...new Set(ids)];
}
