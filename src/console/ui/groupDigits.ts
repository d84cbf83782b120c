/** Formats a whole number in groups of three digits: 1234567 → "1,234,567". */
export function groupDigits(digits: number | string): string {
  return String(digits).replace(/\B(?=(\d{3})+$)/g, ',');
}
