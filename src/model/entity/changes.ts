/** Logged actions. */
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
  'signInLink',
  'password',
  'revoked',
  'watch',
  'share',
  'mute',
  'unmute',
  'cutOff',
  'cutOffUndone',
  'findingAccepted',
  'findingReopened',
] as const;
export type ChangeAction = (typeof changeActions)[number];

/** Failed sign-ins: wrong passwords, and attempts over the limit. Their user is not known. */
export const failedSignIns = ['loginFailed', 'loginRefused'] as const satisfies readonly ChangeAction[];

/** The sources of changes. */
export const changeSources = ['console', 'api', 'bulk', 'revert', 'system'] as const;
export type ChangeSource = (typeof changeSources)[number];

/** The author of changes made with API keys or an account's API token, used in place of a user. */
export const apiTokenAuthor = { id: 0, name: 'API token' } as const;

/**
 * A logged action: an entry of the log, or a record that only users and programs create, which has no source and
 * action.
 */
interface LoggedAction {
  userId: number | null;
  source?: ChangeSource;
  action?: ChangeAction;
}

/** Whether an entry is a failed sign-in. */
export function isFailedSignIn({ action }: Pick<LoggedAction, 'action'>): boolean {
  return failedSignIns.some((each) => each === action);
}

/**
 * Whether an action was done with an API key or token, that is neither by a user, nor by someone not signed in, nor by the
 * system.
 */
export function isByApiToken(entry: LoggedAction): boolean {
  return entry.userId === null && entry.source !== 'system' && !isFailedSignIn(entry);
}

/** The author's name of an action, given the name of its user or API key; null when unknown. */
export function authorNameOf(action: LoggedAction, userName: string | undefined, keyName?: string): string | null {
  if (keyName !== undefined) return `${keyName} (API key)`;
  return userName ?? (isByApiToken(action) ? apiTokenAuthor.name : null);
}

/** The change of one field. Values of secrets are not stored. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
  isSecret?: boolean;
}
