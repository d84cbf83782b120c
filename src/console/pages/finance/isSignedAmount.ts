/** Whether a text is a positive or negative amount, not zero: "-12.50". */
export function isSignedAmount(text: string, decimals = 9): boolean {
  const match = /^-?\d{1,9}(?:\.(\d+))?$/.exec(text);
  return match !== null && (match[1]?.length ?? 0) <= decimals && /[1-9]/.test(text);
}
