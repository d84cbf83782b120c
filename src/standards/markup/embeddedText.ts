import { base64Text } from './base64Text.ts';

/** A text that a URL contains. */
export interface EmbeddedText {
  scheme: 'javascript' | 'data';
  /** The MIME type of `data:` in lower case, without parameters; `text/javascript` for `javascript:`. */
  type: string;
  /** Decoded. */
  text: string;
}

/** The script of a `javascript:` URL, or the content of a `data:` URL; null for other URLs. */
export function embeddedText(url: string): EmbeddedText | null {
  // Browsers ignore blanks and control characters in a scheme (WHATWG URL, 4.4).
  const head = url
    .slice(0, 200)
    .replace(/[^!-\uFFFF]+/g, '')
    .toLowerCase();
  if (head.startsWith('javascript:')) {
    return { scheme: 'javascript', type: 'text/javascript', text: decodeUrl(url.slice(url.indexOf(':') + 1)) };
  }
  if (!head.startsWith('data:')) return null;
  const comma = url.indexOf(',');
  if (comma < 0) return null;
  const data = decodeUrl(url.slice(comma + 1));
  const isBase64 = /;\s*base64\s*$/i.test(url.slice(0, comma).slice(-100));
  return { scheme: 'data', type: /^data:([^;,]*)/.exec(head)?.[1] ?? '', text: isBase64 ? base64Text(data) : data };
}

function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
