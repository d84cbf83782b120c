import type { TreeName } from '#model/index.ts';
import { trees } from '#model/reference/trees.ts';
import { chosenLabels, buildTree, type Tree } from '../../ui/tree/treeModel.ts';
import { NamesCell } from './NamesCell.tsx';

const treeCache = new Map<TreeName, Tree>();

/** A tree laid out once, for all the cells that name its leaves. */
function cachedTree(name: TreeName): Tree {
  const known = treeCache.get(name) ?? buildTree(trees[name]);
  treeCache.set(name, known);
  return known;
}

/** The names of chosen leaves, a full parent standing for its own. */
export function TreeCell({ tree, ids }: { tree: TreeName; ids: readonly string[] }) {
  return <NamesCell names={chosenLabels(cachedTree(tree), ids)} />;
}
