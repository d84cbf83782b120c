/** The root element of a document; null when the text is not XML. Tolerates bare `&`, as other players do. */
export function parseXml(text: string): Element | null {
  const source = text.replace(/^[\uFEFF\s]+/, '');
  return rootOf(source) ?? rootOf(source.replace(/<!\[CDATA\[[^]*?\]\]>|&(?!\w+;|#\w+;)/g, escaped));
}

function escaped(part: string): string {
  return part === '&' ? '&amp;' : part;
}

function rootOf(source: string): Element | null {
  const root = new DOMParser().parseFromString(source, 'text/xml').documentElement;
  // Browsers insert a `parsererror` element, as the root or inside it, where parsing failed.
  return root.getElementsByTagName('parsererror').length > 0 || root.nodeName === 'parsererror' ? null : root;
}
