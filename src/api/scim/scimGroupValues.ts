import { z } from 'zod';
import type { ScimGroupValues } from '#storage/scim/scimGroupStore.ts';
import { changesOfPatch, type ScimChange } from './patchScim.ts';
import { invalidValue, ScimFault } from './scimFault.ts';
import { userIdOf } from './userIdOf.ts';

const maxMembers = 10_000;
const memberSchema = z.looseObject({ value: z.union([z.string(), z.int()]) });
const groupSchema = z.looseObject({
  displayName: z.string().trim().min(1).max(300),
  externalId: z.string().max(300).nullish(),
  members: z.array(memberSchema).max(maxMembers).nullish(),
});

/** Reads a group that is created or replaced. Throws a ScimFault. */
export function scimGroupOf(body: unknown): ScimGroupValues {
  const parsed = groupSchema.safeParse(body);
  if (!parsed.success) throw invalidValue(`${parsed.error.issues[0]?.path.join('.')} is missing or not valid`);
  const { displayName: name, externalId, members } = parsed.data;
  return { name, externalId: externalId || null, memberIds: (members ?? []).map(({ value }) => idOf(value)) };
}

/** Applies a PATCH to a group. Throws a ScimFault. */
export function patchedScimGroup(before: ScimGroupValues, body: unknown): ScimGroupValues {
  const after = { ...before };
  let members = new Set(before.memberIds);
  for (const change of changesOfPatch(body)) {
    const { op, path, value } = change;
    if (path === 'displayname') {
      if (op === 'remove' || typeof value !== 'string' || value.trim() === '')
        throw invalidValue('displayName must be a text');
      after.name = value.trim().slice(0, 300);
    } else if (path === 'externalid') after.externalId = op === 'remove' || typeof value !== 'string' ? null : value;
    else if (path.startsWith('members')) members = patchedMembers(members, change);
  }
  if (members.size > maxMembers) throw invalidValue(`A group can have at most ${maxMembers} members`);
  return { ...after, memberIds: [...members] };
}

function patchedMembers(before: ReadonlySet<number>, { op, path, value }: ScimChange): Set<number> {
  // members[value eq "7"]
  const [, filtered] = /^members\[\s*value\s+eq\s+"(\d+)"\s*\]$/i.exec(path) ?? [];
  if (path !== 'members' && filtered === undefined)
    throw new ScimFault(400, 'Only members, or members[value eq "ID"], can be changed', 'invalidPath');
  if (op === 'remove') {
    const removed = new Set(filtered !== undefined ? [Number(filtered)] : value === undefined ? before : idsOf(value));
    return before.difference(removed);
  }
  return new Set(op === 'replace' ? idsOf(value) : [...before, ...idsOf(value)]);
}

function idsOf(value: unknown): number[] {
  const parsed = z.array(memberSchema).safeParse(Array.isArray(value) ? value : [value]);
  if (!parsed.success) throw invalidValue('members must be a list of objects with a value');
  return parsed.data.map((each) => idOf(each.value));
}

function idOf(value: string | number): number {
  const id = userIdOf(String(value));
  if (id === null) throw invalidValue(`There is no user ${String(value).slice(0, 50)}`);
  return id;
}
