import type { TreeName } from '../field/fields.ts';
import { leafIdsOf } from './tree.ts';
import { trees } from './trees.ts';

const known = new Map<TreeName, ReadonlySet<string>>();

/** The ids that a field of a tree may hold. */
export function leavesOf(name: TreeName): ReadonlySet<string> {
  let leaves = known.get(name);
  if (!leaves) {
    leaves = new Set(leafIdsOf(trees[name]));
    known.set(name, leaves);
  }
  return leaves;
}
