import type { AlertEntity } from '#model/entity/alerts.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { ReadFigures } from '../entities/listMetrics/figures.ts';
import { seesMoneyOfAccount, type StateContext } from '../entities/rowStates/rowState.ts';
import { rowStates } from '../entities/rowStates/rowStates.ts';
import { alertsOf } from './alertsOf.ts';
import type { PricedAlert } from './groupAlerts.ts';
import { readRevenuePerDay } from './revenuePerDay.ts';

export interface AlertDeps {
  entities: EntityStore;
  read: ReadFigures;
  now: () => Date;
}

/** The objects whose alerts are read. */
export interface AlertRequest {
  /** The caller, who decides which figures are read. */
  user: StateContext['user'];
  scope: Scope;
  entities: readonly AlertEntity[];
  /** Only this object of the one entity. */
  id?: number | undefined;
}

/** Alerts, unsorted. */
export interface ReadAlerts {
  alerts: PricedAlert[];
  /** Whether all figures were available: only then is a cause without an alert gone. */
  isComplete: boolean;
}

const active = 1;

/** Reads the alerts of active objects, from the states that lists show, in a few statements for each entity. */
export async function readAlerts(
  { entities, read, now }: AlertDeps,
  { user, scope, entities: wanted, id }: AlertRequest,
): Promise<ReadAlerts> {
  let isComplete = true;
  const context: StateContext = {
    entities,
    user,
    scope,
    now: now(),
    async read(viewer, question) {
      const figures = await read(viewer, question);
      if (!figures) isComplete = false;
      return figures;
    },
  };
  const isPriced = seesMoneyOfAccount(context);
  const found = await Promise.all(
    wanted.map(async (entity): Promise<PricedAlert[]> => {
      const named = await entities.listNames(entity, { scope, ...(id === undefined ? {} : { ids: [id] }) });
      const rows = named.filter(({ status }) => status === active);
      const states = await rowStates(
        context,
        entity,
        rows.map((row) => row.id),
      );
      const alerts = rows.flatMap((row) => alertsOf({ entity, id: row.id, name: row.name }, states.get(row.id) ?? []));
      const perDayOf = isPriced && alerts.length > 0 ? await readRevenuePerDay(context, entity) : null;
      return alerts.map((alert) => ({
        ...alert,
        // An intended state puts no money at stake, and a lost line an unknown part of the sub-publisher's.
        nanosPerDay:
          !isPriced || alert.tone === 'info' || alert.kind === 'ads_txt'
            ? 0n
            : (perDayOf?.(alert.object?.id ?? 0) ?? 0n),
      }));
    }),
  );
  return { alerts: found.flat(), isComplete };
}
