import type { TreeNode } from './tree.ts';

/** The operating systems that traffic is told apart by; ids are what is stored. */
export const operatingSystems = [
  { id: 'Windows', label: 'Windows' },
  { id: 'iOS', label: 'iOS' },
  { id: 'Android', label: 'Android' },
  { id: 'Roku', label: 'Roku' },
  { id: 'Tizen', label: 'Tizen' },
  { id: 'macOS', label: 'macOS' },
  { id: 'Linux', label: 'Linux' },
] as const satisfies readonly TreeNode[];

/** Id of an operating system. */
export type OperatingSystem = (typeof operatingSystems)[number]['id'];
