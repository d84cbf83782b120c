import type { TreeName } from '#model/index.ts';
import { trees } from '#model/reference/trees.ts';
import { chosenLabels, buildTree, type Tree } from '../../ui/tree/treeModel.ts';
import { NamesCell } from './NamesCell.tsx';

const treeCache = new Map<TreeName, Tree>();

/** Builds each tree once for all cells. */
function cachedTree(name: TreeName): Tree {
  const known = treeCache.get(name) ?? buildTree(trees[name]);
  treeCache.set(name, known);
  return known;
}

/** The labels of selected leaves; a fully selected parent stands for its children. */
export function TreeCell({ tree, ids }: { tree: TreeName; ids: readonly string[] }) {
  return <NamesCell names={chosenLabels(cachedTree(tree), ids)} />;
}
