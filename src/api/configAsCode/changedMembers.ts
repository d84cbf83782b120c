import { readListItem } from '#engine/lists/listItem.ts';
import { appListKinds } from '#model/lists/listModes.ts';
import type { Fault } from '#model/index.ts';
import { countFieldOf, isMemberList, maxMembers, type MemberList } from '#model/lists/listMembers.ts';
import type { ListMemberStore } from '#storage/lists/openListMembers.ts';
import type { MatchedItem, MatchedPart } from './matchItems.ts';
import { membersKey } from './sections.ts';

/** Members that lists have to get or lose, by item, each once and in the form in which they are compared. */
export async function changedMembers(
  parts: readonly MatchedPart[],
  lists: Pick<ListMemberStore, 'stream'>,
  faults: Fault[],
): Promise<Map<MatchedItem, string[]>> {
  const changed = new Map<MatchedItem, string[]>();
  for (const { section, items } of parts) {
    const { name } = section;
    if (!isMemberList(name)) continue;
    for (const matched of items) {
      const members = readMembers(name, matched, faults);
      if (members && !(await isSame(lists, name, matched, members))) changed.set(matched, [...members]);
    }
  }
  return changed;
}

/** The members that an item lists; null when it lists none. */
function readMembers(name: MemberList, { item, row, place }: MatchedItem, faults: Fault[]): Set<string> | null {
  const given = item[membersKey];
  if (given === undefined) return null;
  const path = `${place}.${membersKey}`;
  if (!Array.isArray(given)) {
    faults.push({ code: 'invalid_type', message: 'Must be a list', path });
    return null;
  }
  const kind = kindOf(name, row?.['kind'] ?? item['kind']);
  const members = new Set<string>();
  for (const [index, value] of given.entries()) {
    const text: unknown = typeof value === 'number' ? String(value) : value;
    const read =
      typeof text === 'string' && text.trim() !== ''
        ? readListItem(kind, text.trim())
        : { type: 'fault' as const, message: 'Must be text' };
    if (read.type === 'item') members.add(read.value);
    else faults.push({ code: 'invalid_member', message: read.message, path: `${path}.${index}` });
  }
  if (members.size > maxMembers) {
    faults.push({ code: 'too_many_members', message: 'At most 1,000,000 members', path });
    return null;
  }
  return members;
}

function kindOf(name: MemberList, kind: unknown) {
  if (name === 'creList') return 'creative';
  if (name === 'pubList') return 'publisher';
  return appListKinds.find(({ value }) => value === kind)?.value ?? 'bundle';
}

async function isSame(
  lists: Pick<ListMemberStore, 'stream'>,
  name: MemberList,
  { row }: MatchedItem,
  members: ReadonlySet<string>,
): Promise<boolean> {
  if ((row?.[countFieldOf(name)] ?? 0) !== members.size) return false;
  if (!row) return true;
  for await (const part of lists.stream({ entity: name, id: row.id })) {
    if (!part.every((member) => members.has(member))) return false;
  }
  return true;
}
