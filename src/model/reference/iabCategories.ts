import { iabNames } from './iabNames.ts';
import type { TreeNode } from './tree.ts';

/** The IAB content categories as a tree of two levels: IAB1 to IAB26, each with its subcategories (IAB1-1 …) if any. */
export const iabCategories: readonly TreeNode[] = Object.keys(iabNames)
  .filter((id) => !id.includes('-'))
  .map((id) => {
    const children = Object.keys(iabNames).filter((each) => each.startsWith(`${id}-`));
    return children.length === 0 ? nodeOf(id) : { ...nodeOf(id), children: children.map(nodeOf) };
  });

function nodeOf(id: string): TreeNode {
  return { id, label: iabNames[id] ?? id };
}
