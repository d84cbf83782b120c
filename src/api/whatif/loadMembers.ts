import { writeMembers } from '#engine/lists/listContents.ts';
import { listKey, type ListKey, type LoadedMembers } from '#engine/lists/listSet.ts';
import { memberBytes } from '#engine/lists/listContents.ts';
import { createMemberTable } from '#engine/lists/memberTable.ts';
import type { RowByName, ServedEntity } from '#model/index.ts';
import { countFieldOf, type MemberList } from '#model/lists/listMembers.ts';
import type { ListMemberStore } from '#storage/lists/openListMembers.ts';
import { kindOfMembers } from '../lists/kindOfMembers.ts';

/** Loads the current members of lists, in the form in which requests are matched. */
export async function loadMembers(
  lists: Pick<ListMemberStore, 'stream'>,
  rows: readonly { entity: ServedEntity; id: number; row: object }[],
  signal: AbortSignal,
): Promise<Map<ListKey, LoadedMembers>> {
  const loaded = new Map<ListKey, LoadedMembers>();
  for (const { entity, id, row } of rows) {
    if (entity !== 'appList' && entity !== 'creList' && entity !== 'pubList') continue;
    const list = row as RowByName[MemberList];
    if (list.status !== 1 || list.membersHash === '') continue;
    const kind = kindOfMembers(entity, list);
    const prefixes = new Set<number>();
    // Members may be added meanwhile: the table has room for some.
    const table = createMemberTable(Math.ceil(Number(list[countFieldOf(entity) as keyof typeof list]) * 1.1) + 1000);
    for await (const part of lists.stream({ entity, id })) {
      signal.throwIfAborted();
      const bytes = writeMembers(kind, part, prefixes);
      const view = new DataView(bytes.buffer);
      for (let at = 0; at < bytes.length; at += memberBytes)
        table.add(view.getUint32(at, true), view.getUint32(at + 4, true));
    }
    loaded.set(listKey(entity, id), { hash: list.membersHash, set: table.toSet(kind, [...prefixes]) });
  }
  return loaded;
}
