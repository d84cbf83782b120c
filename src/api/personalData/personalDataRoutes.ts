import type { ApiDeps } from '../deps.ts';
import { attachmentHeader } from '../reports/attachmentHeader.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import { personalDataContract } from './personalDataContract.ts';

/** Routes of the personal data of a user. Both calls are in the log. */
export function personalDataRoutes({
  entities,
  personal,
  log,
  now,
}: Pick<ApiDeps, 'entities' | 'personal' | 'log' | 'now'>): Route[] {
  return [
    implement(personalDataContract.read, async ({ params: { id }, author }) => {
      const user = await entities.get('user', id, 'all');
      if (!user) return notFound();
      const tables = await personal.read(id);
      const { name, demandId } = user;
      await log.record(author, { action: 'export', entity: 'user', rowId: id, name, demandId });
      const file = attachmentHeader(`personal-data-${id}`, 'json');
      return ok({ userId: id, at: now().toISOString(), tables }, 200, { 'content-disposition': file });
    }),
    implement(personalDataContract.erase, async ({ params: { id }, body, user, author }) => {
      if (id === user.id) return reject(409, [ownUser]);
      const { type } = await personal.erase({ userId: id, login: body.login }, author);
      if (type === 'missing') return notFound();
      if (type === 'otherLogin') return reject(422, [otherLogin]);
      if (type === 'lastSuperAdmin') return reject(409, [lastSuperAdmin]);
      return ok({});
    }),
  ];
}

const ownUser = { code: 'own_user', message: 'Another super admin has to erase you', path: 'id' };
const otherLogin = { code: 'other_login', message: 'This is not the login of the user', path: 'login' };
const lastSuperAdmin = {
  code: 'last_super_admin',
  message: 'This is the last active super admin. Create another one first',
  path: 'id',
};
