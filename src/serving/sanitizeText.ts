/** Makes external text fit to be stored: one line without split surrogate pairs, at most `maxLength` characters. */
export function sanitizeText(text: string | undefined, maxLength: number): string {
  if (text === undefined) return '';
  return text
    .replace(/[\p{Cc}\p{Surrogate}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .replace(/\p{Surrogate}/gu, '');
}
