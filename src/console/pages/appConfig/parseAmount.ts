const farthest = Number.MAX_SAFE_INTEGER;

/**
 * Parses a whole number: commas, dots and spaces are dropped, empty text is 0. Returns null when it is not an amount.
 */
export function parseAmount(text: string): number | null {
  const digits = text.replace(/[,.\s]/g, '');
  if (digits === '') return 0;
  const amount = Number(digits);
  return /^\d+$/.test(digits) && amount <= farthest ? amount : null;
}

/** Formats an amount: 1,000,000. */
export function amountText(amount: number): string {
  return amount.toLocaleString('en-US');
}
