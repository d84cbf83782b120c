import { z } from 'zod';
import type { SessionUser } from '../contract.ts';
import type { ApiDeps } from '../deps.ts';
import { idParam } from '../entities/listQuery.ts';
import { defineRoute, notFound, ok, refuse, type Route } from '../route.ts';
import { accountOf, isOwnerInPerson } from './readProfile.ts';

/** The API token of an account: its owner creates, replaces and revokes it; the super admin revokes it. */
export function tokenRoutes({ tokens, entities }: Pick<ApiDeps, 'tokens' | 'entities'>): Route[] {
  const own = {
    path: '/api/demand/token',
    chapter: 'Profile',
    access: { roles: ['demand'] },
    isForPeople: true,
  } as const;

  async function accountWith(id: number) {
    return entities.get('demand', id, [id]);
  }

  /** The account of an owner who calls in person; null for everybody else. */
  async function accountFor(user: SessionUser) {
    return isOwnerInPerson(user) ? accountWith(accountOf(user)) : null;
  }

  return [
    defineRoute({
      ...own,
      method: 'POST',
      summary: 'Give the account a new API token, which is shown this once; the one before is refused at once',
      answers: { 201: { description: 'The token', schema: z.object({ token: z.string() }) } },
      refuses: [403],
      async handler({ user, author }) {
        const account = await accountFor(user);
        return account ? ok({ token: await tokens.create(account, author) }, 201) : refuse(403, [forOwner]);
      },
    }),
    defineRoute({
      ...own,
      method: 'DELETE',
      summary: 'Revoke the API token of the account',
      answers: { 200: { description: 'There is no token', schema: z.object({}) } },
      refuses: [403],
      async handler({ user, author }) {
        const account = await accountFor(user);
        if (!account) return refuse(403, [forOwner]);
        await tokens.revoke(account, author);
        return ok({});
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/api/demands/{id}/token',
      summary: 'Revoke the API token of an account; its owner creates another',
      chapter: 'Platform',
      access: { entity: 'demand', action: 'update' },
      params: idParam,
      answers: { 200: { description: 'The account has no token', schema: z.object({}) } },
      refuses: [404],
      async handler({ params, author }) {
        const account = await accountWith(params.id);
        if (!account) return notFound();
        await tokens.revoke(account, author);
        return ok({});
      },
    }),
  ];
}

const forOwner = { code: 'forbidden', message: 'Only the owner of the account does this, signed in', path: '' };
