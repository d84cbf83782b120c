/** Minimum characters of a text that counts as encoded. */
const minLength = 256;
/** Bits per character above which a text is neither words nor code. */
const minEntropy = 4.5;

/** Whether a text looks like encoded code: long, without blanks, and of high entropy. Data of images and fonts does not. */
export function isEncodedText(text: string): boolean {
  if (text.length < minLength || /^data:(?:image|font|video|audio|application\/(?:font|x-font))/i.test(text))
    return false;
  if (/^https?:/i.test(text) || /\s/.test(text.slice(0, 2000))) return false;
  return /^[^\s<>{}();]+$/.test(text.slice(0, 4096)) && isDense(text);
}

/** Whether hexadecimal digits or a high entropy fill a text. */
function isDense(text: string): boolean {
  const part = text.slice(0, 4096);
  return /^[0-9a-f]+$/i.test(part) || /^(?:[^%]?%[0-9a-f]{2}){20}/i.test(part) || entropyOf(part) > minEntropy;
}

/** Shannon's entropy in bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
