/** Normalizes text for search: lower case, without accents, so that "ile" finds "Île". */
export function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
