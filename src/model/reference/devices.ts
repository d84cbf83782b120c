import type { TreeNode } from './tree.ts';

/** The kinds of device that traffic is told apart by; ids are what is stored. */
export const devices = [
  { id: 'Mobile', label: 'Mobile' },
  { id: 'Desktop', label: 'Desktop' },
  { id: 'SmartTV', label: 'SmartTV' },
] as const satisfies readonly TreeNode[];

/** Id of a kind of device. */
export type Device = (typeof devices)[number]['id'];
