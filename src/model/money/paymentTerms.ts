/** In how many days partners pay, or are paid, counted from the last day of a closed month. */
export const paymentTerms = [
  { value: '0', label: 'NET 0' },
  { value: '15', label: 'NET 15' },
  { value: '30', label: 'NET 30' },
  { value: '45', label: 'NET 45' },
  { value: '60', label: 'NET 60' },
  { value: '90', label: 'NET 90' },
] as const;

/** Days of payment, as text. */
export type PaymentTerms = (typeof paymentTerms)[number]['value'];

/** The terms of whoever was given none. */
export const defaultTerms: PaymentTerms = '30';
