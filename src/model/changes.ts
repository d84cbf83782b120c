/** What people do, as the log names it. */
export const changeActions = [
  'created',
  'updated',
  'deleted',
  'status',
  'login',
  'logout',
  'loginFailed',
  'loginRefused',
  'impersonate',
  'export',
  'token',
  'tokenRevoked',
  'watch',
  'share',
] as const;
export type ChangeAction = (typeof changeActions)[number];

/** Attempts to sign in: wrong ones, and limits that they reached. Who made them is not known. */
export const failedSignIns = ['loginFailed', 'loginRefused'] as const satisfies readonly ChangeAction[];

/** How a change comes in. */
export const changeSources = ['console', 'api', 'bulk', 'revert', 'system'] as const;
export type ChangeSource = (typeof changeSources)[number];

/** The author of what programs do with an account's API token: it stands where authors are named by the ids of users. */
export const apiTokenAuthor = { id: 0, name: 'API token' } as const;

/** Whether an entry is about an attempt to sign in. */
export function isFailedSignIn({ action }: { action: ChangeAction }): boolean {
  return failedSignIns.some((each) => each === action);
}

/** Whether something was done with an API token: no user did it, nor somebody who is not signed in, nor the product itself. */
export function isByApiToken(entry: { userId: number | null; source: ChangeSource; action: ChangeAction }): boolean {
  return entry.userId === null && entry.source !== 'system' && !isFailedSignIn(entry);
}

/** One field of a change. The values of secrets are not kept. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
  isSecret?: boolean;
}
