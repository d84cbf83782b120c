import type { TreeNode } from './tree.ts';

/** Device types. The ids are stored. */
export const devices = [
  { id: 'Mobile', label: 'Mobile' },
  { id: 'Desktop', label: 'Desktop' },
  { id: 'SmartTV', label: 'SmartTV' },
] as const satisfies readonly TreeNode[];

export type Device = (typeof devices)[number]['id'];
