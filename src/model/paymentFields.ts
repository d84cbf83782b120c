import { choice, optionalInteger } from './fields.ts';
import { notableDiscrepancy } from './finance/reconcile.ts';
import { paymentTerms, usualTerms } from './paymentTerms.ts';

const termsField = (help: string) =>
  choice({
    label: 'Payment terms',
    choices: paymentTerms,
    default: usualTerms,
    tab: 'Payment',
    column: 'optional',
    help: `${help}, from the last day of a month on. A closed month keeps the terms that it was closed with.`,
    isQuick: true,
  });

/** When a partner pays, and from which difference on its numbers are marked. */
export const payingPartner = {
  paymentTerms: termsField('In how many days it pays'),
  discrepancyFactor: optionalInteger({
    label: 'Discrepancy threshold',
    min: 1,
    max: 100,
    unit: '%',
    tab: 'Payment',
    column: 'optional',
    help: `Beyond it a difference between our numbers and its own is marked; empty = ${notableDiscrepancy * 100} %.`,
    isQuick: true,
  }),
} as const;

/** When a partner is paid. */
export const paidPartner = {
  paymentTerms: termsField('In how many days it is paid'),
} as const;
