/** Payment terms in days from the last day of a closed month. */
export const paymentTerms = [
  { value: '0', label: 'NET 0' },
  { value: '15', label: 'NET 15' },
  { value: '30', label: 'NET 30' },
  { value: '45', label: 'NET 45' },
  { value: '60', label: 'NET 60' },
  { value: '90', label: 'NET 90' },
] as const;

/** Days as text. */
export type PaymentTerms = (typeof paymentTerms)[number]['value'];

/** The terms of partners without terms of their own. */
export const defaultTerms: PaymentTerms = '30';
