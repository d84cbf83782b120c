/** How texts are validated and normalized. */
export type TextRules = {
  /** Normalizes a trimmed entry, such as to lower case. */
  normalize?: ((text: string) => string) | undefined;
  /** Pattern of entries, with its own anchors. */
  pattern?: RegExp | undefined;
};

/** The result of adding typed or pasted texts. */
export type AddedTexts = {
  /** The list with the new entries appended. */
  value: string[];
  added: number;
  /** Number of entries that were in the list already, or came twice. */
  duplicates: number;
  /** Texts that do not match the pattern, as typed. */
  refused: string[];
};

/** Splits pasted text into entries at lines, commas, semicolons and tabs; empty ones are dropped. */
export function splitTexts(text: string): string[] {
  return text
    .split(/[\r\n,;\t]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Adds the entries of a text to a list. */
export function addTexts(value: readonly string[], text: string, { normalize, pattern }: TextRules = {}): AddedTexts {
  const next = new Set(value);
  const refused: string[] = [];
  let duplicates = 0;
  for (const part of splitTexts(text)) {
    const entry = normalize ? normalize(part) : part;
    if (entry === '') continue;
    if (pattern && entry.search(pattern) < 0) refused.push(part);
    else if (next.has(entry)) duplicates += 1;
    else next.add(entry);
  }
  const all = [...next];
  // Existing duplicates in the list stay.
  const fresh = all.slice(new Set(value).size);
  return { value: [...value, ...fresh], added: fresh.length, duplicates, refused };
}

/** Summarizes the result: "3 added, 2 duplicates skipped." Empty when nothing was given. */
export function addedText({ added, duplicates, refused }: AddedTexts): string {
  const parts = [
    added > 0 || duplicates > 0 ? `${added.toLocaleString('en-US')} added` : '',
    duplicates > 0
      ? `${duplicates.toLocaleString('en-US')} ${duplicates === 1 ? 'duplicate' : 'duplicates'} skipped`
      : '',
    refused.length > 0 ? `${refused.length.toLocaleString('en-US')} not added` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `${parts.join(', ')}.`;
}
