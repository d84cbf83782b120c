import { mayDo } from '#model/index.ts';
import { isScoped } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { addedTagParams } from '../entities/addedTagParams.ts';
import { rejectFaults } from '../rejectFaults.ts';
import { implement, ok, reject, type Route } from '../route.ts';
import { profileChanges } from './profileChanges.ts';
import { profileContract } from './profileContract.ts';
import { accountOf, readProfile } from './readProfile.ts';
import { saveWithSwitches, switchesOf } from './saveWithSwitches.ts';

/** Routes of the signed-in user's profile, and of the parameters of its tags. */
export function profileRoutes(deps: ApiDeps): Route[] {
  const { entities, snapshotNotifier } = deps;
  return [
    implement(profileContract.read, async ({ user }) => {
      return ok(await readProfile(deps, user));
    }),
    implement(profileContract.change, async ({ body, user, author }) => {
      if (isScoped(user)) return reject(403, [allPartnersRequired]);
      const demandId = accountOf(user);
      const changes = profileChanges(body, await readProfile(deps, user), user);
      if (changes.type === 'incomplete') return reject(400, changes.faults);
      const switches = switchesOf(body, user);
      // They change all tags and channels.
      const maySwitch = mayDo(user, 'tag', 'update') && mayDo(user, 'channel', 'update');
      if (switches.length > 0 && !maySwitch) return reject(403, [outsideRole]);
      if (switches.length > 0 && changes.faults.length === 0) {
        const faults = await saveWithSwitches(deps, { demandId, values: changes.values, switches, user, author });
        snapshotNotifier.notify();
        return faults.length > 0 ? rejectFaults(faults) : ok(await readProfile(deps, user));
      }
      const context = { found: changes.faults, author };
      const outcome =
        user.type === 'sdk'
          ? await entities.update('user', user.id, changes.values, [demandId], context)
          : await entities.update('demand', demandId, changes.values, [demandId], {
              ...context,
              ...addedTagParams('demand', changes.values, user),
            });
      snapshotNotifier.notify();
      if (outcome.type === 'missing') throw new Error('a session outlived what it belongs to');
      if (outcome.type === 'faults') return rejectFaults(outcome.faults);
      return ok(await readProfile(deps, user));
    }),
    implement(profileContract.listVastParams, async ({ user }) => {
      return ok(user.vastParams ?? []);
    }),
    implement(profileContract.listVast2Params, async ({ user }) => {
      return ok(user.vast2Params ?? []);
    }),
  ];
}

const outsideRole = { code: 'not_allowed', message: 'Your role does not include all tags and channels', path: '' };
const allPartnersRequired = {
  code: 'not_allowed',
  message: 'You have access to some partners only, so you cannot change the profile of the account',
  path: '',
};
