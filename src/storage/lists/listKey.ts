import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { MemberList } from '#model/lists/listMembers.ts';
import { listMembers } from '../tables.ts';

/** The key of a list. */
export interface ListKey {
  entity: MemberList;
  id: number;
}

/** Numbers of the kinds of lists in list_members. */
const kinds: Record<MemberList, number> = { appList: 1, creList: 2, pubList: 3 };

/** The number of a kind of list in list_members. */
export function kindOf(entity: MemberList): number {
  return kinds[entity];
}

/** The condition for the members of one list. */
export function ofList({ entity, id }: ListKey): SQL | undefined {
  return and(eq(listMembers.listKind, kindOf(entity)), eq(listMembers.listId, id));
}

/** The key of a list as values of a new member. */
export function keyValues({ entity, id }: ListKey): SQL {
  return sql`${kindOf(entity)}::smallint, ${id}::integer`;
}
