/** Something that is read of a file, and what its heading looks like. */
export interface CsvColumn<Key extends string> {
  key: Key;
  label: string;
  isNeeded: boolean;
  guess: RegExp;
}

/** The headings that look like what is read of a file, each for one thing; '' where none does. */
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
