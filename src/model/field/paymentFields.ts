import { choice, optionalInteger } from './fields.ts';
import { notableDiscrepancy } from '../finance/reconcile.ts';
import { paymentTerms, defaultTerms } from '../money/paymentTerms.ts';

const termsField = (help: string) =>
  choice({
    label: 'Payment terms',
    isMoney: true,
    choices: paymentTerms,
    default: defaultTerms,
    tab: 'Payment',
    column: 'optional',
    help: `${help}, counted from the last day of the month. Closed months keep their terms.`,
    isQuick: true,
  });

/** Payment terms of a paying partner, and the discrepancy above which its numbers are flagged. */
export const payingPartner = {
  paymentTerms: termsField('Days until payment is due from the partner'),
  discrepancyFactor: optionalInteger({
    label: 'Discrepancy threshold',
    min: 1,
    max: 100,
    unit: '%',
    tab: 'Payment',
    column: 'optional',
    help: `Discrepancies between our numbers and the partner’s beyond this are highlighted. Empty = ${notableDiscrepancy * 100}%.`,
    isQuick: true,
  }),
} as const;

/** Payment terms of a paid partner. */
export const paidPartner = {
  paymentTerms: termsField('Days until payment to the partner is due'),
} as const;
