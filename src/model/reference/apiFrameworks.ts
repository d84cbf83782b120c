import type { TreeNode } from './tree.ts';

/** API frameworks that ads may require of the player or app, by their AdCOM numbers (list "API Frameworks"). */
export const apiFrameworks = [
  { id: '1', label: 'VPAID 1.0' },
  { id: '2', label: 'VPAID 2.0' },
  { id: '3', label: 'MRAID 1' },
  { id: '4', label: 'ORMMA' },
  { id: '5', label: 'MRAID 2' },
  { id: '6', label: 'MRAID 3' },
  { id: '7', label: 'OMID 1' },
  { id: '8', label: 'SIMID 1.0' },
  { id: '9', label: 'SIMID 1.1' },
] as const satisfies readonly TreeNode[];
