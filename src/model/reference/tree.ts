/** A node of a tree of reference data; one without children is a leaf. */
export interface TreeNode {
  id: string;
  label: string;
  children?: readonly TreeNode[];
}

/** The ids of the leaves, in order, each once: a leaf may stand under several parents. */
export function leafIdsOf(tree: readonly TreeNode[]): string[] {
  const ids = tree.flatMap((node) => (node.children ? leafIdsOf(node.children) : [node.id]));
  return [...new Set(ids)];
}
