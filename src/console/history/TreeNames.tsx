import type { TreeName } from '#model/index.ts';
import { trees } from '#model/reference/trees.ts';
import { chosenLabels, buildTree } from '../ui/tree/treeModel.ts';

/** The labels of all selected leaves; a fully selected parent stands for its children. */
export function TreeNames({ tree, ids }: { tree: TreeName; ids: readonly string[] }) {
  return chosenLabels(buildTree(trees[tree]), ids).join(', ');
}
