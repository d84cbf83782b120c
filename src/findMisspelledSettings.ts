import { settingsSchema } from './settings.ts';

/** Shorter names resemble too many others: HOST and HOME, PORT and POST. */
const minimumLength = 6;
/** From this length on, two characters may differ. */
const longLength = 11;

/** A variable that is no setting, and the setting that is probably meant. */
export interface MisspelledSetting {
  given: string;
  meant: string;
}

/**
 * Finds variables of an environment that are no settings, but nearly the name of one that is not set. An environment has
 * many variables of other programs, so only names with the same first letter that differ by a character, long ones by
 * two, are returned.
 */
export function findMisspelledSettings(env: NodeJS.ProcessEnv): MisspelledSetting[] {
  const names = Object.keys(settingsSchema.shape);
  const isSet = (name: string) => env[name] !== undefined && env[name] !== '';
  const open = names.filter((name) => name.length >= minimumLength && !isSet(name));
  return Object.keys(env)
    .filter((name) => !names.includes(name) && isSet(name))
    .toSorted()
    .flatMap((given) => {
      const upper = given.toUpperCase();
      const meant = open.find(
        (name) => name[0] === upper[0] && distanceOf(name, upper) <= (name.length >= longLength ? 2 : 1),
      );
      return meant === undefined ? [] : [{ given, meant }];
    });
}

/** The number of characters to insert, remove, replace or swap with their neighbor (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          isSwapped ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
