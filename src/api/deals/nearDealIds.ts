/** An id that nearly matches another, and the difference as the end of a sentence. */
export interface NearDealId {
  dealId: string;
  difference: string;
}

/** Shorter ids are prefixes of others by chance. */
const minPartLength = 4;

/**
 * The ids that nearly match one: they differ in case, spaces, punctuation, a prefix or a suffix. The likeliest come
 * first.
 */
export function nearDealIds(dealId: string, others: Iterable<string>): NearDealId[] {
  const found: (NearDealId & { rank: number })[] = [];
  for (const other of new Set(others)) {
    if (other === dealId || other === '') continue;
    const rank = comparisons.findIndex(({ isSame }) => isSame(dealId, other));
    const comparison = comparisons[rank];
    if (comparison) found.push({ dealId: other, difference: comparison.differenceOf(dealId, other), rank });
  }
  return found
    .toSorted((a, b) => a.rank - b.rank || (a.dealId < b.dealId ? -1 : 1))
    .map(({ dealId: id, difference }) => ({ dealId: id, difference }));
}

const lower = (text: string) => text.toLowerCase();
const withoutBlanks = (text: string) => lower(text).replace(/\s+/gu, '');
const withoutSigns = (text: string) => lower(text).replace(/[^\p{L}\p{N}]+/gu, '');

interface Comparison {
  isSame: (own: string, other: string) => boolean;
  differenceOf: (own: string, other: string) => string;
}

const comparisons: readonly Comparison[] = [
  {
    isSame: (own, other) => lower(own) === lower(other),
    differenceOf: () => 'differs only in upper and lower case',
  },
  {
    isSame: (own, other) => withoutBlanks(own) === withoutBlanks(other),
    differenceOf: () => 'differs only in spaces',
  },
  {
    isSame: (own, other) => withoutSigns(own) !== '' && withoutSigns(own) === withoutSigns(other),
    differenceOf: () => 'differs only in punctuation',
  },
  {
    isSame: (own, other) => isPart(own, other, (long, short) => long.endsWith(short)),
    differenceOf: (own, other) =>
      describeAffix(own, other, (long, short) => long.slice(0, long.length - short.length), 'start'),
  },
  {
    isSame: (own, other) => isPart(own, other, (long, short) => long.startsWith(short)),
    differenceOf: (own, other) => describeAffix(own, other, (long, short) => long.slice(short.length), 'end'),
  },
];

function isPart(own: string, other: string, has: (long: string, short: string) => boolean): boolean {
  const [short, long] = inOrder(lower(own.trim()), lower(other.trim()));
  return short.length >= minPartLength && has(long, short);
}

function describeAffix(
  own: string,
  other: string,
  remainderOf: (long: string, short: string) => string,
  where: string,
): string {
  const [one, two] = [own.trim(), other.trim()];
  const [short, long] = inOrder(one, two);
  return `${long === one ? 'lacks' : 'has'} “${remainderOf(long, short)}” at the ${where}`;
}

function inOrder(one: string, other: string): [short: string, long: string] {
  return one.length <= other.length ? [one, other] : [other, one];
}
