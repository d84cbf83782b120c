/** A label as it stands within a sentence: its first letter is small, but for acronyms such as IVT. */
export function inSentence(label: string): string {
  return label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}
