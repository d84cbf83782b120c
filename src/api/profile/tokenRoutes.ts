import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { profileContract } from './profileContract.ts';
import { accountOf, isOwnerInPerson } from './readProfile.ts';

/** Routes of an account's API token: its owner creates, replaces and revokes it; the super admin revokes it. */
export function tokenRoutes({ tokens, entities }: Pick<ApiDeps, 'tokens' | 'entities'>): Route[] {
  async function accountWith(id: number) {
    return entities.get('demand', id, [id]);
  }

  /** The account of an owner who calls in person; null for all others. */
  async function accountFor(user: SessionUser) {
    return isOwnerInPerson(user) ? accountWith(accountOf(user)) : null;
  }

  return [
    implement(profileContract.createToken, async ({ user, author }) => {
      const account = await accountFor(user);
      return account ? ok({ token: await tokens.create(account, author) }, 201) : reject(403, [forOwner]);
    }),
    implement(profileContract.revokeToken, async ({ user, author }) => {
      const account = await accountFor(user);
      if (!account) return reject(403, [forOwner]);
      await tokens.revoke(account, author);
      return ok({});
    }),
    implement(profileContract.revokeTokenOf, async ({ params, author }) => {
      const account = await accountWith(params.id);
      if (!account) return notFound();
      await tokens.revoke(account, author);
      return ok({});
    }),
  ];
}

const forOwner = { code: 'not_allowed', message: 'Only the signed-in owner of the account can do this', path: '' };
