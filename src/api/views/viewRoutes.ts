import { z } from 'zod';
import { accountRoles } from '#model/index.ts';
import type { SavedViewRow } from '#storage/savedViews.ts';
import { isConsolePath } from '../consoleRoutes.ts';
import { type SavedView, type SessionUser } from '../contract.ts';
import type { ApiDeps } from '../deps.ts';
import { idParam } from '../entities/listQuery.ts';
import { defineRoute, notFound, ok, refuse, type Route } from '../route.ts';

const chapter = 'Saved views';

/** Views of one page that a user may keep. */
const mostViews = 100;

const line = (max: number) =>
  z
    .string('Must be text')
    .trim()
    .max(max, `At most ${max} characters`)
    .refine((value) => !value.includes('\u0000'), 'Must not contain a null character');

const pageSchema = z
  .string('Must be the path of a page')
  .max(100, 'At most 100 characters')
  .regex(/^\/[a-zA-Z]+$/, 'Must be the path of a page, such as /tags')
  .refine(isConsolePath, 'There is no such page');

const newViewSchema = z.strictObject({
  page: pageSchema,
  name: line(100).min(1, 'Required'),
  search: line(2000).regex(/^([^?#\s][^#\s]*)?$/, 'Must be the search part of an address, without ?'),
  isShared: z.boolean('Must be true or false').default(false),
});

const viewSchema = z.object({
  id: z.int(),
  page: z.string(),
  name: z.string(),
  search: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
});

/** Saved views of list pages: users see their own, and an account's owner and managers also those that they share. */
export function viewRoutes({ savedViews }: Pick<ApiDeps, 'savedViews'>): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/views',
      summary: 'List the saved views of a page',
      chapter,
      access: 'session',
      query: z.strictObject({ page: pageSchema }),
      answers: { 200: { description: 'By name', schema: z.array(viewSchema) } },
      async handler({ query, user }) {
        const rows = await savedViews.list(user.id, sharingAccountOf(user), query.page);
        return ok(rows.map((row) => shown(row, user)));
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/views',
      summary: 'Save a view of a page, in place of your own of the same name',
      chapter,
      access: 'session',
      body: newViewSchema,
      answers: { 201: { description: 'Saved', schema: viewSchema } },
      refuses: [422],
      async handler({ body: { isShared, ...view }, user }) {
        const account = sharingAccountOf(user);
        if (isShared && account === null) {
          const message = 'Only the owner and the managers of an account share views';
          return refuse(422, [{ code: 'no_account', message, path: 'isShared' }]);
        }
        const seen = await savedViews.list(user.id, account, view.page);
        const own = seen.filter((row) => row.userId === user.id);
        const same = own.find((row) => row.name.toLowerCase() === view.name.toLowerCase());
        if (!same && own.length >= mostViews) {
          const message = `At most ${mostViews} views of one page; delete one first`;
          return refuse(422, [{ code: 'too_many', message, path: '' }]);
        }
        const row = await savedViews.put({ ...view, userId: user.id, demandId: isShared ? account : null });
        return ok(shown(row, user), 201);
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/api/views/{id}',
      summary: 'Delete a saved view of your own',
      chapter,
      access: 'session',
      params: idParam,
      answers: { 200: { description: 'Deleted', schema: z.object({}) } },
      refuses: [404],
      async handler({ params, user }) {
        return (await savedViews.remove(user.id, params.id)) ? ok({}) : notFound();
      },
    }),
  ];
}

/** The account whose owner and managers share views with the user; null for admins and partners. */
function sharingAccountOf({ role, demandId }: SessionUser): number | null {
  return accountRoles.includes(role) ? demandId : null;
}

function shown({ id, page, name, search, demandId, userId }: SavedViewRow, user: SessionUser): SavedView {
  return { id, page, name, search, isShared: demandId !== null, isOwn: userId === user.id };
}
