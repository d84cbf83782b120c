/** Servers and browsers have it, but the types of this folder know neither. */
declare function atob(text: string): string;

/** The decoded text, one character for each byte, as `atob` gives it; the text itself when it is not base64. */
export function base64Text(text: string): string {
  try {
    return atob(text);
  } catch {
    return text;
  }
}
