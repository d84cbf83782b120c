import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { MemberList } from '#model/lists/listMembers.ts';
import { listMembers } from '../tables.ts';

/** Which list. */
export interface ListKey {
  entity: MemberList;
  id: number;
}

/** How list_members names the kinds of lists. */
const kinds: Record<MemberList, number> = { appList: 1, creList: 2, pubList: 3 };

/** The number of a kind of list in list_members. */
export function kindOf(entity: MemberList): number {
  return kinds[entity];
}

/** Restricts list_members to one list. */
export function ofList({ entity, id }: ListKey): SQL | undefined {
  return and(eq(listMembers.listKind, kindOf(entity)), eq(listMembers.listId, id));
}

/** The key of a list as values of a new member. */
export function keyValues({ entity, id }: ListKey): SQL {
  return sql`${kindOf(entity)}::smallint, ${id}::integer`;
}
