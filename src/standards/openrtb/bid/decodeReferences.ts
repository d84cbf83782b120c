/** References to characters by number, and by those names that markup and the beginning of a URL need (HTML, 13.5). */
const references = /&(?:#(?:[xX]([\da-fA-F]+)|(\d+));?|(lt|gt|quot|apos|colon|sol|Tab|NewLine);)/g;

const named: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  colon: ':',
  sol: '/',
  Tab: '\t',
  NewLine: '\n',
};

/** HTML with its references to characters decoded, wherever they are: markup within attributes becomes markup. */
export function decodeReferences(html: string): string {
  if (!mayHaveReferences(html)) return html;
  return html.replace(
    references,
    (_, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return named[name] ?? '';
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD';
    },
  );
}

/** Most `&` of HTML are written as `&amp;`, in the parameters of URLs. */
function mayHaveReferences(html: string): boolean {
  for (let at = html.indexOf('&'); at >= 0; at = html.indexOf('&', at + 1)) {
    if (html.charCodeAt(at + 1) !== lowerA || html.charCodeAt(at + 2) !== lowerM) return true;
  }
  return false;
}

const lowerA = 0x61;
const lowerM = 0x6d;
