import type { TreeNode } from './tree.ts';

/** Creative attributes that sellers may block, by their AdCOM numbers (list "Creative Attributes"). */
export const creativeAttributes = [
  { id: '1', label: 'Audio that plays by itself' },
  { id: '2', label: 'Audio that the viewer starts' },
  { id: '3', label: 'Expands by itself' },
  { id: '4', label: 'Expands on a click' },
  { id: '5', label: 'Expands on hover' },
  { id: '6', label: 'Video in a banner that plays by itself' },
  { id: '7', label: 'Video in a banner that the viewer starts' },
  { id: '8', label: 'Pops over, under or on exit' },
  { id: '9', label: 'Provocative or suggestive pictures' },
  { id: '10', label: 'Shakes, flashes or flickers' },
  { id: '11', label: 'Surveys' },
  { id: '12', label: 'Text alone' },
  { id: '13', label: 'Interactive, such as games' },
  { id: '14', label: 'Looks like a window or a warning' },
  { id: '15', label: 'Has a button for audio' },
  { id: '16', label: 'Can be skipped' },
  { id: '17', label: 'Adobe Flash' },
] as const satisfies readonly TreeNode[];
