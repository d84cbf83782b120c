import type { Fault } from './fault.ts';

type Row = Readonly<Record<string, unknown>>;

/** A rule across the fields of a row, or between a row and its previous state; pure. */
export interface RowRule {
  /** The fields that it reads: it is skipped while one of them has a fault of its own. */
  reads: readonly string[];
  /** `before` is null for a new row. */
  faults(row: Row, before: Row | null): Fault[];
}

/** Creates a rule for rows R, which sees only the fields that it reads. */
export type MakeRule<R> = <const K extends keyof R & string>(
  reads: readonly K[],
  faults: (row: Pick<R, K>, before: Pick<R, K> | null) => Fault[],
) => RowRule;

/** Returns a function that creates rules for rows R. */
export function ruleMaker<R>(): MakeRule<R> {
  return (reads, faults) => ({ reads, faults: (row, before) => faults(row as never, before as never) });
}

const none: ReadonlySet<string> = new Set();

/**
 * The faults that an entity's rules find in a row, each once. Rules that read a field in `faulty`, or a field that the
 * row does not have, are skipped.
 */
export function rowFaults(
  { rules: all }: { rules: readonly RowRule[] },
  row: Row,
  { before = null, faulty = none }: { before?: Row | null; faulty?: ReadonlySet<string> } = {},
): Fault[] {
  const canRead = (field: string) => !faulty.has(field) && row[field] !== undefined;
  const rules = all.filter(({ reads }) => reads.every(canRead));
  const found = new Map<string, Fault>();
  for (const fault of rules.flatMap((rule) => rule.faults(row, before))) {
    const key = `${fault.path} ${fault.code}`;
    if (!found.has(key)) found.set(key, fault);
  }
  return [...found.values()];
}

/** The names of the fields with faults. */
export function faultyFields(faults: readonly Fault[]): Set<string> {
  return new Set(faults.map(({ path }) => path.split('.')[0] ?? ''));
}
