import { type AlertEntity, alertEntities } from '#model/entity/alerts.ts';
import { isScoped, isWithinLimits } from '#model/index.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { ApiDeps } from '../deps.ts';
import type { ReadFigures } from '../entities/listMetrics/figures.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { readWaitingAlerts } from '../fourEyes/readWaitingAlerts.ts';
import { readSecurityAlerts } from '../security/readSecurityAlerts.ts';
import { readVerificationQuota } from '../reports/verificationQuota.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { quotaAlerts } from './alertsOf.ts';
import type { DashboardAlerts } from './dashboardContract.ts';
import { groupAlerts, type PricedAlert } from './groupAlerts.ts';
import { muteAlerts } from './muteAlerts.ts';
import { readAlerts } from './readAlerts.ts';

/** The entities of each mode. */
const entitiesOfMode: Readonly<Record<'ssp' | 'dsp', readonly AlertEntity[]>> = {
  ssp: ['tag', 'channel', 'subpublisher'],
  dsp: ['campaign', 'creative', 'supplier', 'adexchange'],
};

/** The alerts to list: of a mode, of one object, or all; for admins also only those of an account. */
export interface AlertQuery {
  mode?: 'ssp' | 'dsp' | undefined;
  account?: number | undefined;
  entity?: AlertEntity | undefined;
  id?: number | undefined;
}

export type ListAlertsDeps = Pick<
  ApiDeps,
  'entities' | 'alertMutes' | 'log' | 'platform' | 'facts' | 'security' | 'now' | 'waiting' | 'sessions' | 'config'
>;

/** Lists alerts with the rights of a user, and ends the mutes whose cause is gone. */
export async function listAlerts(
  deps: ListAlertsDeps,
  read: ReadFigures,
  user: SessionUser,
  { mode, account, entity, id }: AlertQuery,
): Promise<DashboardAlerts> {
  const { entities, alertMutes, now } = deps;
  const scope: Scope = account !== undefined && user.type === 'admin' ? [account] : scopeOf(user);
  const requested = entity ? [entity] : mode ? entitiesOfMode[mode] : alertEntities;
  const wanted = requested.filter((each) => isWithinLimits(user, each, 'read'));
  // Mutes are read first: one that is made meanwhile is not ended.
  const stored = await alertMutes.list(scope, now().toISOString());
  const [found, ofPlatform] = await Promise.all([
    readAlerts({ entities, read, now }, { user, scope, entities: wanted, id }),
    entity ? [] : platformAlerts(deps, user, account),
  ]);
  const mutes = stored.filter(
    (mute) => wanted.some((each) => each === mute.entity) && (id === undefined || id === mute.objectId),
  );
  const { shown, muted, ended } = muteAlerts(found.alerts, mutes);
  // A user of some partners does not see the objects of all mutes.
  if (found.isComplete && !isScoped(user)) await alertMutes.remove(ended.map((mute) => mute.id));
  const all = [...ofPlatform, ...shown];
  return { ...groupAlerts(all), total: all.length, muted, isComplete: found.isComplete };
}

async function platformAlerts(
  deps: ListAlertsDeps,
  user: SessionUser,
  account: number | undefined,
): Promise<PricedAlert[]> {
  const { log, platform, facts, now } = deps;
  const quota = await readVerificationQuota({ log, platform, now, reports: { facts } });
  const found = [
    ...(account === undefined ? await readWaitingAlerts(deps, user) : []),
    ...(await readSecurityAlerts(deps, user, account)),
    ...quotaAlerts(quota),
  ];
  return found.map((alert) => ({ ...alert, nanosPerDay: 0n }));
}
