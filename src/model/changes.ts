/** What people do, as the log names it. */
export const changeActions = [
  'created',
  'updated',
  'deleted',
  'status',
  'login',
  'logout',
  'impersonate',
  'export',
  'token',
  'watch',
  'share',
] as const;
export type ChangeAction = (typeof changeActions)[number];

/** How a change comes in. */
export const changeSources = ['console', 'api', 'bulk', 'revert', 'system'] as const;
export type ChangeSource = (typeof changeSources)[number];

/** One field of a change. The values of secrets are not kept. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
  isSecret?: boolean;
}
