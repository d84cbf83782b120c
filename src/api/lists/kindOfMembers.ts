import type { ListKind } from '#engine/lists/listSet.ts';
import type { RowByName } from '#model/index.ts';
import type { MemberList } from '#model/lists/listMembers.ts';

/** The kind of a list's members. */
export function kindOfMembers<N extends MemberList>(name: N, row: RowByName[N]): ListKind {
  if (name === 'appList') return (row as RowByName['appList']).kind;
  return name === 'creList' ? 'creative' : 'publisher';
}
