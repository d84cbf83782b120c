import type { TreeNode } from './tree.ts';

/** Operating systems. The ids are stored. */
export const operatingSystems = [
  { id: 'Windows', label: 'Windows' },
  { id: 'iOS', label: 'iOS' },
  { id: 'Android', label: 'Android' },
  { id: 'Roku', label: 'Roku' },
  { id: 'Tizen', label: 'Tizen' },
  { id: 'macOS', label: 'macOS' },
  { id: 'Linux', label: 'Linux' },
] as const satisfies readonly TreeNode[];

export type OperatingSystem = (typeof operatingSystems)[number]['id'];
