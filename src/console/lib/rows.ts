/** The sort key of a column. Null sorts last in both directions. */
export type SortValue = string | number | bigint | boolean | null | undefined;

/** Lower-cases a text and removes accents, so that "Zoe" finds "Zoë". */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Returns the rows whose search text contains every word of the query; the same array when the query is empty. */
export function searchRows<Row>(rows: readonly Row[], query: string, searchText: (row: Row) => string): readonly Row[] {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = searchText(row);
    return words.every((word) => text.includes(word));
  });
}

/** Returns the rows that pass every test; the same array when there is none. */
export function filterRows<Row>(rows: readonly Row[], tests: readonly ((row: Row) => boolean)[]): readonly Row[] {
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)));
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(a: NonNullable<SortValue>, b: NonNullable<SortValue>): number {
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  if (typeof a === 'string' || typeof b === 'string') return collator.compare(String(a), String(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Sorts rows stably with empty values last. Strings sort naturally ("Tag 2" before "Tag 10"). */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  direction: 'asc' | 'desc',
): readonly Row[] {
  const sign = direction === 'asc' ? 1 : -1;
  const keyed = rows.map((row) => ({ row, value: valueOf(row) }));
  keyed.sort((a, b) => {
    const aIsEmpty = a.value === null || a.value === undefined || a.value === '';
    const bIsEmpty = b.value === null || b.value === undefined || b.value === '';
    if (aIsEmpty || bIsEmpty) return Number(aIsEmpty) - Number(bIsEmpty);
    return sign * compare(a.value as NonNullable<SortValue>, b.value as NonNullable<SortValue>);
  });
  return keyed.map(({ row }) => row);
}
