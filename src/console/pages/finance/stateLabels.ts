import type { MonthState } from '#model/finance/index.ts';
import type { PillTone } from '../../ui/Pill.tsx';

/** Labels of the states of a month. */
export const stateLabels: Record<MonthState, { label: string; tone: PillTone; isHollow: boolean }> = {
  draft: { label: 'Draft', tone: 'neutral', isHollow: true },
  final: { label: 'Final', tone: 'neutral', isHollow: false },
  sent: { label: 'Sent', tone: 'warn', isHollow: false },
  paid: { label: 'Paid', tone: 'good', isHollow: false },
};
