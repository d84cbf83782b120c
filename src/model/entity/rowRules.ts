import type { Entity } from './entity.ts';
import type { Fault } from './fault.ts';

type Row = Readonly<Record<string, unknown>>;

/** What must hold between fields of one row, or between the row and what it was; pure. */
export interface RowRule {
  /** The fields that it reads: while one of them has a fault of its own, the rule says nothing. */
  reads: readonly string[];
  /** `before` is null for a new row. */
  faults(row: Row, before: Row | null): Fault[];
}

/** Makes a rule of rows R; of their fields it sees those that it names. */
export type MakeRule<R> = <const K extends keyof R & string>(
  reads: readonly K[],
  faults: (row: Pick<R, K>, before: Pick<R, K> | null) => Fault[],
) => RowRule;

/** Makes rules of rows R. */
export function ruleMaker<R>(): MakeRule<R> {
  return (reads, faults) => ({ reads, faults: (row, before) => faults(row as never, before as never) });
}

const none: ReadonlySet<string> = new Set();

/**
 * What the rules of an entity find in a row, each fault once. Rules that read a field in `faulty`, or one that the row
 * does not have, are left out.
 */
export function rowFaults(
  { rules: all }: Pick<Entity, 'rules'>,
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

/** The fields that faults are about. */
export function faultyFields(faults: readonly Fault[]): Set<string> {
  return new Set(faults.map(({ path }) => path.split('.')[0] ?? ''));
}
