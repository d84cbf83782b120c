/** Days for which a person depends on those who could sign in as it. */
export const dependentDays = 7;

/** Someone could sign in as a person since then: it created a sign-in link, or removed the second factors. */
export interface SignInAid {
  /** Who did so: the user, and the admin who acted as it. */
  by: readonly number[];
  of: number;
  /** ISO 8601. */
  at: string;
}

/**
 * When an approver becomes independent of the proposers of a change (ISO 8601); null = it is. It depends on them while
 * one person could be behind both, also through others: as one of them, or as someone who could sign in as both.
 */
export function dependentUntil(
  aids: readonly SignInAid[],
  proposers: readonly number[],
  approver: number,
): string | null {
  const areShared = (some: readonly SignInAid[]) => {
    const behindProposers = controllersOf(some, proposers);
    return [...controllersOf(some, [approver])].some((id) => behindProposers.has(id));
  };
  if (!areShared(aids)) return null;
  const involved = controllersOf(aids, [...proposers, approver]);
  const latest = aids.filter(({ of }) => involved.has(of)).toSorted((a, b) => b.at.localeCompare(a.at));
  const weakest = latest.find((_, index) => areShared(latest.slice(0, index + 1)));
  return weakest ? new Date(Date.parse(weakest.at) + dependentDays * 86_400_000).toISOString() : null;
}

/** Those who could act as one of some people: themselves, and who could sign in as one who could. */
function controllersOf(aids: readonly SignInAid[], people: readonly number[]): Set<number> {
  const found = new Set(people);
  // The set grows while it is read, so that chains are followed to their end.
  for (const id of found) {
    for (const { by, of } of aids) if (of === id) for (const each of by) found.add(each);
  }
  return found;
}
