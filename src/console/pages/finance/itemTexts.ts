import type { ItemKind, ItemState, SettlementType } from '#model/finance/index.ts';
import type { PillTone } from '../../ui/Pill.tsx';

interface ItemTexts {
  /** Plural name of the partners. */
  partnersLabel: string;
  label: string;
  partner: string;
  none: string;
}

/** Texts of receivables and payables. */
export const itemTexts: Record<ItemKind, ItemTexts> = {
  advertiser: {
    partnersLabel: 'Advertisers',
    label: 'Receivables from advertisers',
    partner: 'Advertiser',
    none: 'No advertiser generated revenue.',
  },
  adexchange: {
    partnersLabel: 'Ad exchanges',
    label: 'Receivables from ad exchanges',
    partner: 'Ad exchange',
    none: 'No ad exchange generated revenue.',
  },
  subpublisher: {
    partnersLabel: 'Sub-publishers',
    label: 'Payables to sub-publishers',
    partner: 'Sub-publisher',
    none: 'Nothing is payable to a sub-publisher.',
  },
  supplier: {
    partnersLabel: 'Suppliers',
    label: 'Payables to suppliers',
    partner: 'Supplier',
    none: 'Nothing is payable to a supplier.',
  },
};

/** Labels of the states of an item. */
export const itemStateLabels: Record<ItemState, { label: string; tone: PillTone }> = {
  open: { label: 'Open', tone: 'neutral' },
  part: { label: 'Partially settled', tone: 'neutral' },
  settled: { label: 'Settled', tone: 'good' },
};

/** Labels of settlements and of their reversals. */
export const settlementLabels: Record<SettlementType, { label: string; reversedLabel: string }> = {
  payment: { label: 'Paid', reversedLabel: 'Payment reversed' },
  writeoff: { label: 'Written off', reversedLabel: 'Write-off reversed' },
};
