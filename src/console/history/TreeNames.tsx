import type { TreeName } from '#model/index.ts';
import { trees } from '#model/reference/trees.ts';
import { chosenLabels, buildTree } from '../ui/tree/treeModel.ts';

/** The names of chosen leaves, all of them; a full parent stands for its own. */
export function TreeNames({ tree, ids }: { tree: TreeName; ids: readonly string[] }) {
  return chosenLabels(buildTree(trees[tree]), ids).join(', ');
}
