import type { TreeNode } from './tree.ts';

/** Positions of an ad break in its content. */
export const positions = [
  { id: 'pre', label: 'Pre-roll' },
  { id: 'mid', label: 'Mid-roll' },
  { id: 'post', label: 'Post-roll' },
] as const satisfies readonly TreeNode[];
