const farthest = Number.MAX_SAFE_INTEGER;

/** The whole number of a typed amount: commas, dots and spaces are dropped, an empty one is 0. Null when it is no amount. */
export function parseAmount(text: string): number | null {
  const digits = text.replace(/[,.\s]/g, '');
  if (digits === '') return 0;
  const amount = Number(digits);
  return /^\d+$/.test(digits) && amount <= farthest ? amount : null;
}

/** An amount as it is shown: 1,000,000. */
export function amountText(amount: number): string {
  return amount.toLocaleString('en-US');
}
