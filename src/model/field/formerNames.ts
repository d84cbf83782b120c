import type { Field } from './fields.ts';

/** Current names by former names. */
export type FormerNames = ReadonlyMap<string, string>;

/** The current names of fields by their former names. */
export function formerNamesOf(fields: Readonly<Record<string, Field>>): FormerNames {
  return new Map(
    Object.entries(fields).flatMap(([name, { formerNames = [] }]) =>
      formerNames.map((former): [string, string] => [former, name]),
    ),
  );
}

/** A body or query under the current names of its keys; lists and single values as they are. */
export function currentlyNamed(value: unknown, formerNames: FormerNames): unknown {
  const hasKeys = typeof value === 'object' && value !== null && !Array.isArray(value);
  return hasKeys ? underCurrentNames(value as Record<string, unknown>, formerNames) : value;
}

/** Values under their current names. A former name stays where the current one is given too: it is unknown there. */
export function underCurrentNames<T>(
  values: Readonly<Record<string, T>>,
  formerNames: FormerNames,
): Readonly<Record<string, T>> {
  if (![...formerNames.keys()].some((former) => Object.hasOwn(values, former))) return values;
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, T][] => {
      const current = formerNames.get(name);
      if (current === undefined) return [[name, value]];
      return [[Object.hasOwn(values, current) ? name : current, value]];
    }),
  );
}
