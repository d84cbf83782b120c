import { accountRoles } from '#model/index.ts';
import type { SavedViewRow } from '#storage/savedViews.ts';
import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { type SavedView, viewContract } from './viewContract.ts';

/** Maximum saved views per user and page. */
const maxViews = 100;

/**
 * Routes of saved views of list pages: users see their own, and an account's owner and managers also those that they
 * share.
 */
export function viewRoutes({ savedViews }: Pick<ApiDeps, 'savedViews'>): Route[] {
  return [
    implement(viewContract.list, async ({ query, user }) => {
      const rows = await savedViews.list(user.id, sharingAccountOf(user), query.page);
      return ok(rows.map((row) => shown(row, user)));
    }),
    implement(viewContract.save, async ({ body: { isShared, ...view }, user }) => {
      const account = sharingAccountOf(user);
      if (isShared && account === null) {
        const message = 'Only the owner and the managers of an account can share views';
        return reject(422, [{ code: 'no_account', message, path: 'isShared' }]);
      }
      const seen = await savedViews.list(user.id, account, view.page);
      const own = seen.filter((row) => row.userId === user.id);
      const same = own.find((row) => row.name.toLowerCase() === view.name.toLowerCase());
      if (!same && own.length >= maxViews) {
        const message = `At most ${maxViews} views per page. Delete one first`;
        return reject(422, [{ code: 'too_many', message, path: '' }]);
      }
      const row = await savedViews.put({ ...view, userId: user.id, demandId: isShared ? account : null });
      return ok(shown(row, user), 201);
    }),
    implement(viewContract.remove, async ({ params, user }) =>
      (await savedViews.remove(user.id, params.id)) ? ok({}) : notFound(),
    ),
  ];
}

/** The account whose owner and managers share views with the user; null for admins and partners. */
function sharingAccountOf({ role, demandId }: SessionUser): number | null {
  return accountRoles.includes(role) ? demandId : null;
}

function shown({ id, page, name, search, demandId, userId }: SavedViewRow, user: SessionUser): SavedView {
  return { id, page, name, search, isShared: demandId !== null, isOwn: userId === user.id };
}
