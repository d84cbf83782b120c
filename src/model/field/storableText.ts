/** The beginning of a text, without characters that PostgreSQL cannot store. */
export function storableText(text: string, max: number): string {
  return text.slice(0, max).replaceAll('\u0000', '').toWellFormed();
}
