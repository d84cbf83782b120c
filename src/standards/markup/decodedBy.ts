import { base64Text } from './base64Text.ts';

/** Functions of scripts that decode a text. */
export const decoders: ReadonlySet<string> = new Set(['atob', 'unescape', 'decodeURIComponent', 'decodeURI']);

/** A text decoded by a function of scripts; the text itself where it cannot be decoded. */
export function decodedBy(decoder: string, text: string): string {
  if (decoder === 'atob') return base64Text(text);
  return text.replace(/%u([0-9a-f]{4})|%([0-9a-f]{2})/gi, (_, wide: string | undefined, narrow: string | undefined) =>
    String.fromCharCode(Number.parseInt(wide ?? narrow ?? '0', 16)),
  );
}
