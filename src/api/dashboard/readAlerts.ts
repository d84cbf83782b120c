import type { EntityStore } from '#storage/entities/entityStore.ts';
import type { ReadFigures } from '../entities/listMetrics/figures.ts';
import { figuresSince, type StateContext } from '../entities/rowStates/rowState.ts';
import { rowStates } from '../entities/rowStates/rowStates.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { DashboardAlert } from './dashboardContract.ts';
import { campaignAlerts, channelAlerts, tagAlerts } from './alertsOf.ts';

export interface AlertDeps {
  entities: EntityStore;
  read: ReadFigures;
  now: () => Date;
}

const active = 1;

/**
 * Reads the alerts of the active tags, channels and campaigns that a user sees, unsorted; with a mode, only those of
 * its side.
 */
export async function readAlerts(
  { entities, read, now }: AlertDeps,
  user: SessionUser,
  mode?: 'ssp' | 'dsp',
): Promise<DashboardAlert[]> {
  const context: StateContext = { entities, read, user, scope: scopeOf(user), now: now() };
  const alerts = await Promise.all([
    ...(mode === 'dsp' ? [] : [tagsOf(entities, context), channelsOf(entities, context)]),
    ...(mode === 'ssp' ? [] : [campaignsOf(entities, context)]),
  ]);
  return alerts.flat();
}

async function campaignsOf(entities: EntityStore, context: StateContext): Promise<DashboardAlert[]> {
  const { ids, names, states } = await activeRows(entities, context, 'campaign');
  return ids.flatMap((id) => campaignAlerts({ id, name: names.get(id) ?? `#${id}` }, states.get(id) ?? []));
}

async function tagsOf(entities: EntityStore, context: StateContext): Promise<DashboardAlert[]> {
  const { ids, names, states } = await activeRows(entities, context, 'tag');
  const hour = await figuresSince(context, 'tag', { sums: ['imps', 'errors'], hours: 1 });
  return ids.flatMap((id) =>
    tagAlerts(
      { id, name: names.get(id) ?? `#${id}` },
      states.get(id) ?? [],
      hour && { imps: hour.sumOf(id, 'imps'), errors: hour.sumOf(id, 'errors') },
    ),
  );
}

async function channelsOf(entities: EntityStore, context: StateContext): Promise<DashboardAlert[]> {
  const { ids, names, states } = await activeRows(entities, context, 'channel');
  const [hour, day] = await Promise.all([
    figuresSince(context, 'channel', { sums: ['reqs', 'imps'], hours: 1 }),
    figuresSince(context, 'channel', { sums: ['ivt_judged', 'ivt_calls'], hours: 24 }),
  ]);
  return ids.flatMap((id) =>
    channelAlerts(
      { id, name: names.get(id) ?? `#${id}` },
      states.get(id) ?? [],
      hour && day
        ? {
            reqs: hour.sumOf(id, 'reqs'),
            imps: hour.sumOf(id, 'imps'),
            judged: day.sumOf(id, 'ivt_judged'),
            invalid: day.sumOf(id, 'ivt_calls'),
          }
        : null,
    ),
  );
}

async function activeRows(entities: EntityStore, context: StateContext, entity: 'tag' | 'channel' | 'campaign') {
  const { scope } = context;
  const ids = await entities.listIds(entity, { scope, status: [active] });
  const [states, named] = await Promise.all([
    rowStates(context, entity, ids),
    entities.listNames(entity, { scope, isArchivedShown: false }),
  ]);
  return { ids, states, names: new Map(named.map(({ id, name }) => [id, name])) };
}
