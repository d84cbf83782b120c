import { and, asc, count, desc, inArray, type SQL, sql } from 'drizzle-orm';
import type { MemberList } from '#model/lists/listMembers.ts';
import type { Connection } from '../entities/database.ts';
import { listMembers } from '../tables.ts';
import { keyValues, kindOf, type ListKey, ofList } from './listKey.ts';

/** A page of members, in byte order. */
export interface MembersRequest {
  /** Part of the member, case-insensitive. */
  q?: string | undefined;
  page: number;
  size: number;
  isDescending?: boolean;
}

/** One page, and the number of matching members. */
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
/** No member contains a control character. */
const separator = '\u001F';

/** All members in order, in chunks. Each chunk is a separate read, so a concurrent change may be seen in part. */
export async function* streamMembers(connection: Connection, key: ListKey): AsyncGenerator<string[]> {
  const { listKind, listId, value } = listMembers;
  let last: string | undefined;
  for (;;) {
    // Compared and ordered by the whole key, so that the index is used whatever the table's statistics are.
    const after =
      last === undefined ? undefined : sql`(${listKind}, ${listId}, ${value}) > (${keyValues(key)}, ${last})`;
    // As one text: a row for each would take ten times as long.
    const { rows } = await connection.execute(sql`
      select string_agg(value, ${separator} order by value) as members from (
        select ${value} from ${listMembers} where ${and(ofList(key), after)}
        order by ${listKind}, ${listId}, ${value} limit ${membersPerRead}
      ) part`);
    const joined = rows[0]?.['members'];
    if (typeof joined !== 'string') return;
    const members = joined.split(separator);
    yield members;
    last = members.at(-1);
    if (members.length < membersPerRead) return;
  }
}

/** Which of these lists contain which of these values. */
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
