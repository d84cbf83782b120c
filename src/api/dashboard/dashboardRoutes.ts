import type { AlertEntity } from '#model/entity/alerts.ts';
import { mayDo } from '#model/index.ts';
import type { AlertMute } from '#storage/alerts/alertMuteStore.ts';
import type { ApiDeps } from '../deps.ts';
import { openFigures } from '../entities/listMetrics/figures.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { dashboardContract } from './dashboardContract.ts';
import { listAlerts } from './listAlerts.ts';
import { readAlerts } from './readAlerts.ts';
import { readBuyingSteps, readFirstSteps } from './readFirstSteps.ts';
import { readPartnerSteps } from './readPartnerSteps.ts';

const dayMs = 86_400_000;

/** Routes of the dashboard's alerts, of their mutes and of the first steps. */
export function dashboardRoutes(deps: ApiDeps): Route[] {
  const { entities, alertMutes, log, now } = deps;
  const read = openFigures(deps);

  /** The mute of an id, if the user may change its object. */
  async function ownMute(id: number, user: SessionUser): Promise<AlertMute | undefined> {
    const scope = scopeOf(user);
    const mute = (await alertMutes.list(scope, now().toISOString())).find((each) => each.id === id);
    return mute && (await entities.get(mute.entity as AlertEntity, mute.objectId, scope)) ? mute : undefined;
  }

  return [
    implement(dashboardContract.listAlerts, async ({ user, query }) => {
      const { account } = query;
      if (account !== undefined && user.type !== 'admin' && account !== user.demandId) {
        return reject(403, [otherAccount]);
      }
      return ok(await listAlerts(deps, read, user, query));
    }),
    implement(dashboardContract.muteAlert, async ({ user, body, author }) => {
      const { entity, id, cause, reason, days } = body;
      if (!mayDo(user, entity, 'update')) return reject(403, [viewOnly]);
      const scope = scopeOf(user);
      const row = await entities.get(entity, id, scope);
      if (!row || row.demandId === null) return notFound();
      const { alerts } = await readAlerts({ entities, read, now }, { user, scope, entities: [entity], id });
      const alert = alerts.find((each) => each.cause === cause);
      if (!alert) return reject(409, [noAlert]);
      const at = now();
      const { demandId, ...mute } = await alertMutes.put({
        demandId: row.demandId,
        entity,
        objectId: id,
        cause,
        reason,
        until: days === null ? null : new Date(at.getTime() + days * dayMs).toISOString(),
        mutedBy: user.name,
        mutedById: user.id,
        mutedAt: at.toISOString(),
      });
      const fields = [
        { field: 'alert', from: null, to: alert.text },
        { field: 'reason', from: null, to: reason },
        { field: 'validUntil', from: null, to: mute.until ?? 'Until the cause is gone' },
      ];
      await log.record(author, { action: 'mute', entity, rowId: id, name: row.name, demandId, fields });
      return ok({ id: mute.id, reason, until: mute.until, mutedBy: mute.mutedBy, mutedAt: mute.mutedAt }, 201);
    }),
    implement(dashboardContract.unmuteAlert, async ({ user, params, author }) => {
      const mute = await ownMute(params.id, user);
      if (!mute) return notFound();
      const entity = mute.entity as AlertEntity;
      if (!mayDo(user, entity, 'update')) return reject(403, [viewOnly]);
      await alertMutes.remove([mute.id]);
      const row = await entities.get(entity, mute.objectId, scopeOf(user));
      const fields = [{ field: 'reason', from: mute.reason, to: null }];
      await log.record(author, {
        action: 'unmute',
        entity,
        rowId: mute.objectId,
        name: row?.name ?? '',
        demandId: mute.demandId,
        fields,
      });
      return ok({});
    }),
    implement(dashboardContract.listFirstSteps, async ({ user }) =>
      ok({ steps: await readFirstSteps({ ...deps, read }, user) }),
    ),
    implement(dashboardContract.listBuyingSteps, async ({ user }) =>
      ok({ steps: await readBuyingSteps({ ...deps, read }, user) }),
    ),
    implement(dashboardContract.listPartnerSteps, async ({ user }) =>
      ok(await readPartnerSteps({ ...deps, read }, user)),
    ),
  ];
}

const otherAccount = { code: 'other_account', message: 'Only admins see other accounts', path: 'account' };
const viewOnly = { code: 'not_allowed', message: 'You can view this object, but not change it', path: 'entity' };
const noAlert = { code: 'no_alert', message: 'This alert is over: there is nothing to mute', path: 'cause' };
