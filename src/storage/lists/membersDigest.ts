import { type SQL, sql } from 'drizzle-orm';

/** A set of members as sums: their count, and the sums of two hashes of each. Sums can be added and subtracted. */
export interface MemberSums {
  count: number;
  a: bigint;
  b: bigint;
}

/** The sums of no members. */
export const noSums: MemberSums = { count: 0, a: 0n, b: 0n };

/** Selects the sums of the column `value`. */
export const selectSums: SQL = sql`count(*)::integer as count,
  coalesce(sum(hashtextextended(value, 0)), 0)::text as a, coalesce(sum(hashtextextended(value, 1)), 0)::text as b`;

/** Reads a row of `selectSums`. */
export function sumsOf(row: Record<string, unknown> | undefined): MemberSums {
  if (!row) return noSums;
  return { count: Number(row['count']), a: BigInt(String(row['a'])), b: BigInt(String(row['b'])) };
}

/**
 * The digest of a list's members, from the previous digest and the changes. The same members have the same digest, in
 * whatever order they were added; an empty list has an empty digest.
 */
export function nextDigest(before: { count: number; digest: string }, added: MemberSums, removed: MemberSums): string {
  if (before.count + added.count - removed.count === 0) return '';
  const part = (start: number) => BigInt(`0x${before.digest.slice(start, start + 16) || '0'}`);
  return hex(part(0) + added.a - removed.a) + hex(part(16) + added.b - removed.b);
}

function hex(value: bigint): string {
  return BigInt.asUintN(64, value).toString(16).padStart(16, '0');
}
