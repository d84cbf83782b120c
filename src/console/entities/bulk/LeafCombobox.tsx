import { useMemo } from 'react';
import type { TreeName } from '#model/index.ts';
import { trees } from '#model/reference/trees.ts';
import type { TreeNode } from '../../ui/tree/treeModel.ts';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import type { Option } from '../../ui/picker/option.ts';

/** Combobox of the leaves of a reference tree, loaded as a chunk of its own. */
export function LeafCombobox({
  tree,
  value,
  onChange,
}: {
  tree: TreeName;
  value: unknown;
  onChange: (value: string) => void;
}) {
  const options = useMemo(() => leavesOf(trees[tree]), [tree]);
  return (
    <Combobox
      options={options}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(leaf) => onChange(leaf ?? '')}
      clearable={false}
    />
  );
}

function leavesOf(nodes: readonly TreeNode[]): Option[] {
  return nodes.flatMap(({ id, label, children }) => (children?.length ? leavesOf(children) : [{ value: id, label }]));
}
