import { and, asc, count, desc, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { MemberList } from '#model/listMembers.ts';
import type { Connection } from '../entities/database.ts';
import { listMembers } from '../tables.ts';
import { kindOf, type ListKey, ofList } from './listKey.ts';

/** A page of members, in the order of their bytes. */
export interface MembersRequest {
  /** Part of the member, in any case. */
  q?: string | undefined;
  page: number;
  size: number;
  isDescending?: boolean;
}

/** One page, and how many members match. */
export async function readMembersPage(
  connection: Connection,
  key: ListKey,
  { q = '', page, size, isDescending = false }: MembersRequest,
): Promise<{ members: string[]; total: number }> {
  const where = and(ofList(key), containing(q));
  const [counted] = await connection.select({ total: count() }).from(listMembers).where(where);
  const rows = await connection
    .select({ value: listMembers.value })
    .from(listMembers)
    .where(where)
    .orderBy(isDescending ? desc(listMembers.value) : asc(listMembers.value))
    .limit(size)
    .offset((page - 1) * size);
  return { members: rows.map(({ value }) => value), total: counted?.total ?? 0 };
}

function containing(q: string): SQL | undefined {
  return q === '' ? undefined : sql`position(${q.toLowerCase()} in lower(${listMembers.value})) > 0`;
}

const membersPerRead = 10_000;

/** All members in order, in pieces. Each piece is read by itself: a change meanwhile may be seen in part. */
export async function* streamMembers(connection: Connection, key: ListKey): AsyncGenerator<string[]> {
  let last: string | undefined;
  for (;;) {
    const rows = await connection
      .select({ value: listMembers.value })
      .from(listMembers)
      .where(and(ofList(key), last === undefined ? undefined : gt(listMembers.value, last)))
      .orderBy(asc(listMembers.value))
      .limit(membersPerRead);
    if (rows.length > 0) yield rows.map(({ value }) => value);
    last = rows.at(-1)?.value;
    if (rows.length < membersPerRead) return;
  }
}

/** Which of these lists name which of these values. */
export async function readListsNaming(
  connection: Connection,
  entity: MemberList,
  listIds: readonly number[],
  values: readonly string[],
): Promise<{ listId: number; value: string }[]> {
  if (listIds.length === 0 || values.length === 0) return [];
  return connection
    .select({ listId: listMembers.listId, value: listMembers.value })
    .from(listMembers)
    .where(
      and(
        sql`${listMembers.listKind} = ${kindOf(entity)}`,
        inArray(listMembers.listId, [...listIds]),
        inArray(listMembers.value, [...values]),
      ),
    );
}
