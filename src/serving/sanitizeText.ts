/** A text of anyone, fit to be kept: one line without halves of characters. */
export function sanitizeText(text: string | undefined, maxLength: number): string {
  if (text === undefined) return '';
  return text
    .replace(/[\p{Cc}\p{Surrogate}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .replace(/\p{Surrogate}/gu, '');
}
