/** References to characters by number, and by those names that markup and the beginning of a URL need (HTML, 13.5). */
const references = /&(?:#(?:[xX]([\da-fA-F]+)|(\d+));?|(amp|lt|gt|quot|apos|colon|sol|Tab|NewLine);)/g;

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  colon: ':',
  sol: '/',
  Tab: '\t',
  NewLine: '\n',
};

/**
 * HTML with its references to characters decoded once, wherever they are: markup within attributes becomes markup. The
 * HTML itself if nothing but `&amp;` is referred to.
 */
export function decodeReferences(html: string): string {
  if (!significant.test(html)) return html;
  return html.replace(
    references,
    (_, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return named[name] ?? '';
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD';
    },
  );
}

/** Spares most HTML: its `&` are written as `&amp;`, in the parameters of URLs. */
const significant = /&(?:amp;)*(?:#|(?:lt|gt|quot|apos|colon|sol|Tab|NewLine);)/;
