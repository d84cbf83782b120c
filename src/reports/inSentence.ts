/** A label for use within a sentence: its first letter is lower case, except in acronyms such as IVT. */
export function inSentence(label: string): string {
  return label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}
