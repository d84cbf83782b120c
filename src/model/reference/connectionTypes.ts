import type { TreeNode } from './tree.ts';

/** Connection types with their OpenRTB numbers (AdCOM list "Connection Types"). */
export const connectionTypes = [
  { id: 'ethernet', label: 'Ethernet', number: '1' },
  { id: 'wifi', label: 'Wi-Fi', number: '2' },
  { id: 'cellular', label: 'Mobile network', number: '3' },
  { id: '2g', label: '2G', number: '4' },
  { id: '3g', label: '3G', number: '5' },
  { id: '4g', label: '4G', number: '6' },
  { id: '5g', label: '5G', number: '7' },
] as const satisfies readonly (TreeNode & { number: string })[];
