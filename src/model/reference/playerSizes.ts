import type { TreeNode } from './tree.ts';

/** Player size classes by width in CSS pixels; each starts at its width and ends where the next one starts. */
export const playerSizes = [
  { id: 'XS', label: 'XS: under 200 px wide', fromWidth: 0 },
  { id: 'S', label: 'S: 200 to 399 px', fromWidth: 200 },
  { id: 'M', label: 'M: 400 to 639 px', fromWidth: 400 },
  { id: 'L', label: 'L: 640 to 1279 px', fromWidth: 640 },
  { id: 'XL', label: 'XL: 1280 px and wider', fromWidth: 1280 },
] as const satisfies readonly (TreeNode & { fromWidth: number })[];
