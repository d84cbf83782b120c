import type { EntityName, Fault } from '#model/index.ts';
import type { SessionUser } from '../session/sessionContract.ts';

/**
 * Returns the check that a change of an account adds no tag parameters, for admins, also those who act as a user: only
 * users of the account add them. Nothing for other changes.
 */
export function addedTagParams(
  name: EntityName,
  { tagParams }: Readonly<Record<string, unknown>>,
  { type, adminId }: Pick<SessionUser, 'type' | 'adminId'>,
): { refuse?: (row: object) => Fault[] } {
  if (name !== 'demand' || !Array.isArray(tagParams) || (type !== 'admin' && adminId === null)) return {};
  return {
    refuse: (row) => {
      const before: unknown = 'tagParams' in row ? row.tagParams : [];
      const isAdded = (param: unknown) => !Array.isArray(before) || !before.includes(param);
      return tagParams.some(isAdded) ? [onlyAccount] : [];
    },
  };
}

const onlyAccount: Fault = {
  code: 'account_only',
  message: 'Only users of the account can add tag parameters',
  path: 'tagParams',
};
