/**
 * A text as a cell of a sheet. Escapes as `_xHHHH_` what the XLSX writer leaves as it is (ECMA-376 part 1, section
 * 22.4.2.4, ST_Xstring): characters that XML forbids, and texts that look like such an escape. Lone surrogates have no
 * form in UTF-8 and become U+FFFD.
 */
export function sheetText(text: string): string {
  return text
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\uFFFE\uFFFF]/g, (each) => `_x${each.charCodeAt(0).toString(16).toUpperCase()}_`)
    .replace(/\p{Cs}/gu, '\uFFFD');
}
