import type { ItemKind, ItemState, SettlementType } from '#model/finance/index.ts';
import type { PillTone } from '../../ui/Pill.tsx';

/** What partners owe or are owed, in words. */
export const itemWords: Record<ItemKind, { label: string; partner: string; none: string; payment: string }> = {
  advertiser: {
    label: 'Receivables',
    partner: 'Advertiser',
    none: 'No advertiser brought any revenue.',
    payment: 'It paid',
  },
  subpublisher: {
    label: 'Payables',
    partner: 'Sub-publisher',
    none: 'No sub-publisher is owed anything.',
    payment: 'It was paid',
  },
};

/** How far an item is, in words. */
export const itemStateWords: Record<ItemState, { label: string; tone: PillTone }> = {
  open: { label: 'Open', tone: 'neutral' },
  part: { label: 'Partly settled', tone: 'neutral' },
  settled: { label: 'Settled', tone: 'good' },
};

/** What an entry about an item is, and what one that takes it back is. */
export const settlementWords: Record<SettlementType, { label: string; back: string }> = {
  payment: { label: 'Paid', back: 'Payment taken back' },
  writeoff: { label: 'Written off', back: 'Write-off taken back' },
};
