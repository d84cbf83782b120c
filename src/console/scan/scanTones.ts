import type { ScanState } from '#model/scan/scanFinding.ts';
import type { PillTone } from '../ui/Pill.tsx';

/** Tones of the states of scans. */
export const scanTones: Record<ScanState, PillTone> = {
  pending: 'neutral',
  clean: 'good',
  accepted: 'good',
  warning: 'warn',
  blocked: 'bad',
};
