/** A column of an import and the pattern of its heading. */
export interface CsvColumn<Key extends string> {
  key: Key;
  label: string;
  isNeeded: boolean;
  guess: RegExp;
}

/** Guesses the heading of each column, each heading at most once; '' where none matches. */
export function guessHeadings<Key extends string>(
  columns: readonly CsvColumn<Key>[],
  headings: readonly string[],
): Record<Key, string> {
  const left = new Set(headings);
  const choice = {} as Record<Key, string>;
  for (const { key, guess } of columns) {
    const found = [...left].find((heading) => guess.test(heading.trim()));
    choice[key] = found ?? '';
    if (found !== undefined) left.delete(found);
  }
  return choice;
}
