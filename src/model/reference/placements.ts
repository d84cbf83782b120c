import type { TreeNode } from './tree.ts';

/**
 * Video placements: `plcmt` of OpenRTB 2.6 (AdCOM list "Plcmt Subtypes - Video"), and the older `placement` numbers.
 */
export const placements = [
  { id: 'instream', label: 'Instream', plcmt: '1', placement: ['1'] },
  { id: 'accompanying', label: 'Accompanying content', plcmt: '2', placement: [] },
  { id: 'interstitial', label: 'Interstitial', plcmt: '3', placement: ['5'] },
  { id: 'outstream', label: 'Outstream (no content)', plcmt: '4', placement: ['2', '3', '4'] },
] as const satisfies readonly (TreeNode & { plcmt: string; placement: readonly string[] })[];
