import type { SessionUser } from '#api/contract.ts';

/** What a user is, in a word or two: "Super admin", "Sub-publisher". */
export function roleLabel(
  user: Pick<SessionUser, 'role' | 'type'>,
  types: readonly { value: string; label: string }[],
): string {
  if (user.role === 'super') return 'Super admin';
  return types.find((type) => type.value === user.type)?.label ?? user.type;
}
