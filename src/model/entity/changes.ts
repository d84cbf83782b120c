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

/** Something that was done: an entry of the log, or a record that only users and programs make, which has no source and action. */
interface LoggedAction {
  userId: number | null;
  source?: ChangeSource;
  action?: ChangeAction;
}

/** Whether an entry is about an attempt to sign in. */
export function isFailedSignIn({ action }: Pick<LoggedAction, 'action'>): boolean {
  return failedSignIns.some((each) => each === action);
}

/** Whether something was done with an API token: no user did it, nor somebody who is not signed in, nor the product itself. */
export function isByApiToken(entry: LoggedAction): boolean {
  return entry.userId === null && entry.source !== 'system' && !isFailedSignIn(entry);
}

/** The name of whoever did something, given that of its user; null where nobody is known. */
export function authorNameOf(action: LoggedAction, userName: string | undefined): string | null {
  return userName ?? (isByApiToken(action) ? apiTokenAuthor.name : null);
}

/** One field of a change. The values of secrets are not kept. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
  isSecret?: boolean;
}
