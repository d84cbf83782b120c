/** How texts become entries of a list. */
export type TextRules = {
  /** The form an entry is kept in, such as lower case; trimmed already. */
  normalize?: ((text: string) => string) | undefined;
  /** What an entry must match; anchor it yourself. */
  pattern?: RegExp | undefined;
};

/** What became of the texts that were typed or pasted. */
export type AddedTexts = {
  /** The list with the new entries at its end. */
  value: string[];
  added: number;
  /** Were in the list, or came twice. */
  duplicates: number;
  /** Do not match the pattern, as typed. */
  refused: string[];
};

/** Divides pasted text into entries: lines, commas, semicolons and tabs divide, blanks drop out. */
export function splitTexts(text: string): string[] {
  return text
    .split(/[\r\n,;\t]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Adds what a text holds to a list. */
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
  // A list that held something twice already stays as it was.
  const fresh = all.slice(new Set(value).size);
  return { value: [...value, ...fresh], added: fresh.length, duplicates, refused };
}

/** Says what became of them: "3 added, 2 duplicates skipped." Empty when nothing was given. */
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
