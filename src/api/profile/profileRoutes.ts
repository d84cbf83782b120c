import { z } from 'zod';
import { accountRoles, isScoped, type Role } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { refuseFaults } from '../refuseFaults.ts';
import { defineRoute, ok, refuse, type Route } from '../route.ts';
import { profileChanges } from './profileChanges.ts';
import { profileFormSchema, profileSchema } from './profileSchema.ts';
import { accountOf, readProfile } from './readProfile.ts';
import { saveWithChecks, switchesOf } from './saveWithChecks.ts';

/** Everybody of an account: all but admins. */
const readers: readonly Role[] = [...accountRoles, 'sub', 'adv', 'sdk'];

/** Partners only look, and so do the managers whom the owner did not give every right. */
const writers: readonly Role[] = ['demand', 'full', 'sdk'];

/** The profile of the signed-in user, and the parameters that its tags may carry. */
export function profileRoutes(deps: ApiDeps): Route[] {
  const { entities, pulse } = deps;
  const chapter = 'Profile';
  return [
    defineRoute({
      method: 'GET',
      path: '/api/demand/info',
      summary: 'Read one’s profile: of demand users that of the account',
      chapter,
      access: { roles: readers },
      answers: {
        200: {
          description:
            'The profile. An SDK login has its own name and contacts beside the account’s company; a partner has the ' +
            'name, contacts and seller of its own, and an empty company.',
          schema: profileSchema,
        },
      },
      async handler({ user }) {
        return ok(await readProfile(deps, user));
      },
    }),
    defineRoute({
      method: 'PUT',
      path: '/api/demand/info',
      summary: 'Change one’s profile: the whole form as it was read',
      chapter,
      access: { roles: writers },
      body: profileFormSchema,
      answers: {
        200: {
          description:
            'The profile as it now is. With setCheckIVTAll every channel and tag is checked for invalid traffic from now ' +
            'on, and with setPostbidAll measured by the vendors that the account has: those that were not are changed in ' +
            'one change set with the profile.',
          schema: profileSchema,
        },
      },
      refuses: [400, 403, 409, 422],
      async handler({ body, user, author }) {
        if (isScoped(user)) return refuse(403, [ofWholeAccount]);
        const demandId = accountOf(user);
        const changes = profileChanges(body, await readProfile(deps, user), user);
        if (changes.type === 'incomplete') return refuse(400, changes.faults);
        const switches = switchesOf(body, user);
        if (switches.length > 0 && changes.faults.length === 0) {
          const faults = await saveWithChecks(deps, { demandId, values: changes.values, switches, user, author });
          pulse.nudge();
          return faults.length > 0 ? refuseFaults(faults) : ok(await readProfile(deps, user));
        }
        const context = { found: changes.faults, author };
        const outcome =
          user.type === 'sdk'
            ? await entities.update('user', user.id, changes.values, [demandId], context)
            : await entities.update('demand', demandId, changes.values, [demandId], context);
        pulse.nudge();
        if (outcome.type === 'missing') throw new Error('a session outlived what it belongs to');
        if (outcome.type === 'faults') return refuseFaults(outcome.faults);
        return ok(await readProfile(deps, user));
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/demand/vastParams',
      summary: 'The parameters that a channel’s tag may carry',
      chapter,
      access: { roles: readers },
      answers: { 200: { description: 'Their names', schema: z.array(z.string()) } },
      async handler({ user }) {
        return ok(user.vastParams ?? []);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/demand/vast2Params',
      summary: 'The same with the account’s own tag parameters',
      chapter,
      access: { roles: readers },
      answers: { 200: { description: 'Their names', schema: z.array(z.string()) } },
      async handler({ user }) {
        return ok(user.vast2Params ?? []);
      },
    }),
  ];
}

const ofWholeAccount = {
  code: 'forbidden',
  message: 'Your login works with some partners of the account; its profile is for all of them',
  path: '',
};
