/** A text of anyone, fit to be kept: one line without halves of characters. */
export function tidy(text: string | undefined, longest: number): string {
  if (text === undefined) return '';
  return text
    .replace(/[\p{Cc}\p{Surrogate}]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .replace(/\p{Surrogate}/gu, '');
}
