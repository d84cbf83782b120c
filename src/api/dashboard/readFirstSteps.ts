import type { EntityName } from '#model/index.ts';
import { addDays, dayAt, type MetricKey } from '#reports/index.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import { figuresForStates, type StateContext } from '../entities/rowStates/rowState.ts';
import { rowStates } from '../entities/rowStates/rowStates.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import type { AlertDeps } from './readAlerts.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { FirstStep } from './dashboardContract.ts';

/** The context that steps are read with; `filters` limit the rows to those of a partner. */
export interface StepContext extends StateContext {
  entities: EntityStore;
  filters?: Readonly<Record<string, readonly number[]>>;
}

/** Days in which a first request and a first impression count. */
const days = 30;

/** The states of rows that cannot work yet. Figures play no part: a step that was done stays done. */
const preventing: Partial<Record<EntityName, readonly string[]>> = {
  channel: ['subpublisher_paused', 'no_demand'],
  tag: ['ended', 'scheduled', 'advertiser_paused', 'no_channel'],
  creative: ['no_file', 'rejected', 'pending', 'ended', 'scheduled'],
  campaign: ['ended', 'scheduled', 'advertiser_paused', 'no_creative', 'not_approved', 'no_supply', 'budget_out'],
};

/** Reads the steps to the first counted ad of an account's own channels. */
export async function readFirstSteps(deps: AlertDeps, user: SessionUser): Promise<FirstStep[]> {
  const context = contextOf(deps, user);
  const [channel, traffic] = await Promise.all([readRows(context, 'channel'), readTraffic(context, 'channel')]);
  const id = channel.working ?? channel.newest;
  return [
    { step: 'channel', isDone: channel.newest !== null, id: channel.newest },
    { step: 'demand', isDone: channel.working !== null, id },
    { step: 'request', isDone: traffic.isCalled, id },
    { step: 'impression', isDone: traffic.isShown, id },
  ];
}

/** Reads the steps to the first counted ad in the traffic of an account's suppliers. */
export async function readBuyingSteps(deps: AlertDeps, user: SessionUser): Promise<FirstStep[]> {
  const context = contextOf(deps, user);
  const [supplier, creative, campaign, traffic] = await Promise.all([
    readRows(context, 'supplier'),
    readRows(context, 'creative'),
    readRows(context, 'campaign'),
    readTraffic(context, 'supplier'),
  ]);
  return [
    { step: 'supplier', isDone: supplier.newest !== null, id: supplier.newest },
    { step: 'creative', isDone: creative.working !== null, id: creative.working ?? creative.newest },
    { step: 'campaign', isDone: campaign.working !== null, id: campaign.working ?? campaign.newest },
    { step: 'request', isDone: traffic.isCalled, id: supplier.newest },
    { step: 'impression', isDone: traffic.isShown, id: campaign.working ?? campaign.newest },
  ];
}

function contextOf({ entities, read, now }: AlertDeps, user: SessionUser): StepContext {
  return { entities, read, user, scope: scopeOf(user), now: now() };
}

/**
 * The active rows of an entity, newest first: the newest, and the newest that nothing prevents from working, null where
 * there is none.
 */
export async function readRows(context: StepContext, entity: EntityName) {
  const { scope, filters } = context;
  const ids = await context.entities.listIds(entity, { scope, filters, status: [1], sort: '-id' });
  const states = await rowStates(context, entity, ids);
  const works = (id: number) => !(states.get(id) ?? []).some(({ code }) => preventing[entity]?.includes(code));
  return { ids, newest: ids[0] ?? null, working: ids.find(works) ?? null };
}

/** Whether calls reached some rows, and whether an ad was counted as an impression there. */
export async function readTraffic(context: StepContext, entity: 'channel' | 'supplier') {
  const has = await readCounted(context, entity, ['calls', 'imps']);
  return { isCalled: has('calls'), isShown: has('imps') };
}

/** Reads whether some rows of any status counted anything of these sums. The sums must be ones that the entity has. */
export async function readCounted(
  context: StepContext,
  entity: EntityName,
  sums: readonly MetricKey[],
): Promise<(sum: MetricKey) => boolean> {
  const today = dayAt(context.now.getTime(), 0);
  const { scope, filters } = context;
  const [ids, figures] = await Promise.all([
    context.entities.listIds(entity, { scope, filters, status: [0, 1, 2] }),
    figuresForStates(context, entity, {
      sums,
      period: { startDate: addDays(today, 1 - days), endDate: addDays(today, 1) },
      offset: 0,
    }),
  ]);
  return (sum) => figures !== null && figures.totalOf(ids, sum) > 0n;
}
