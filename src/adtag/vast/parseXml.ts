/** The root of a document; null for a text that is not XML. Bare `&` in it are tolerated, as other players do. */
export function parseXml(text: string): Element | null {
  const source = text.replace(/^[\uFEFF\s]+/, '');
  return rootOf(source) ?? rootOf(source.replace(/<!\[CDATA\[[^]*?\]\]>|&(?!\w+;|#\w+;)/g, escaped));
}

function escaped(part: string): string {
  return part === '&' ? '&amp;' : part;
}

function rootOf(source: string): Element | null {
  const root = new DOMParser().parseFromString(source, 'text/xml').documentElement;
  // Browsers put a note into the document, at its root or in it, where reading ended.
  return root.getElementsByTagName('parsererror').length > 0 || root.nodeName === 'parsererror' ? null : root;
}
