import { moneyFieldNames } from '#model/field/moneyFieldNames.ts';
import { accountRoles, type EntityName, isScoped, seesMoney } from '#model/index.ts';
import { dayAt, type DimensionKey, type MetricKey, type ReportViewer } from '#reports/index.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import { accountsInScope, type Scope } from '#storage/entities/database.ts';
import type { SessionUser } from '../../session/sessionContract.ts';
import type { RowState } from '../rowParts.ts';
import type { FigureQuestion, Figures, ReadFigures } from '../listMetrics/figures.ts';
import { dimensionOfEntity } from '#reports/dimensions/dimensionOfEntity.ts';
import { lastHours } from '../listMetrics/listPeriod.ts';

export interface StateContext {
  entities: Pick<
    EntityStore,
    | 'tagStateRows'
    | 'channelStateRows'
    | 'campaignStateRows'
    | 'creativeStateRows'
    | 'dealStateRows'
    | 'lostAdsTxtRows'
    | 'certificateRows'
    | 'useCounts'
    | 'listById'
  >;
  read: ReadFigures;
  /** The caller; one of some partners does not see the money of the whole account. */
  user: Pick<SessionUser, 'role' | 'demandId' | 'hidesMoney'> & Partial<Pick<SessionUser, 'scope'>>;
  scope: Scope;
  now: Date;
}

/** Whether the caller sees the money of the whole account. */
export function seesMoneyOfAccount({ user }: Pick<StateContext, 'user'>): boolean {
  return seesMoney(user) && (user.scope === undefined || !isScoped({ scope: user.scope }));
}

/** A state as it is found, before it is shown to a caller. */
export type FoundState = RowState & {
  /** The text for callers whose role hides money; absent = the text has none. */
  textWithoutMoney?: string;
};

/** A state as the caller sees it: without amounts, and links to fields, that its role hides. */
export function stateFor({ textWithoutMoney, ...state }: FoundState, user: StateContext['user']): RowState {
  if (seesMoney(user)) return state;
  const { fix, ...shown } = { ...state, text: textWithoutMoney ?? state.text };
  return fix === undefined || moneyFieldNames.has(fix) ? shown : { ...shown, fix };
}

/** Finds the rows among some ids that have states; the states of a row are sorted by severity. */
export type ReadStates = (context: StateContext, ids: readonly number[]) => Promise<Map<number, FoundState[]>>;

/**
 * Reads sums over all rows of the accounts in scope: a row's state does not depend on the partners that the caller sees.
 * Null while they are unavailable. Callers with the same accounts share the result.
 */
export function figuresForStates(
  { read, user, scope }: StateContext,
  entity: EntityName,
  question: Omit<FigureQuestion, 'dimension' | 'accounts'>,
): Promise<Figures | null> {
  const dimension = dimensionOfEntity(entity);
  if (!dimension) return Promise.resolve(null);
  const isOfAccount = accountRoles.includes(user.role);
  const viewer: ReportViewer = {
    role: isOfAccount ? 'demand' : user.role,
    demandId: user.demandId,
    subpublisherIds: null,
    advertiserIds: null,
    showSystemCost: false,
    timezone: 0,
  };
  // The account of a viewer limits the rows already.
  const accounts = user.demandId === null ? accountsInScope(scope) : 'all';
  return read(viewer, { dimension, ...(accounts === 'all' ? {} : { accounts }), ...question });
}

/** Today's sums in each zone of some rows, by zone. */
export async function figuresOfToday(
  context: StateContext,
  entity: EntityName,
  sums: readonly MetricKey[],
  timezones: readonly number[],
): Promise<Map<number, Figures | null>> {
  const found = [...new Set(timezones)].map(async (offset): Promise<[number, Figures | null]> => {
    const today = dayAt(context.now.getTime(), offset);
    return [
      offset,
      await figuresForStates(context, entity, { sums, period: { startDate: today, endDate: today }, offset }),
    ];
  });
  return new Map(await Promise.all(found));
}

/** The sums of the last hours for all rows. */
export function figuresSince(
  context: StateContext,
  entity: EntityName,
  { sums, hours, parts }: { sums: readonly MetricKey[]; hours: number; parts?: DimensionKey },
): Promise<Figures | null> {
  const period = lastHours(hours, { ms: context.now.getTime(), offset: 0 });
  return figuresForStates(context, entity, { sums, period, offset: 0, parts });
}

/** States by row id, without rows that have none. */
export function statesById<Row extends { id: number }>(
  rows: readonly Row[],
  statesOf: (row: Row) => FoundState[],
): Map<number, FoundState[]> {
  const found = new Map<number, FoundState[]>();
  for (const row of rows) {
    const states = statesOf(row);
    if (states.length > 0) found.set(row.id, states);
  }
  return found;
}

/** How long a daily cap pauses a row, as part of a sentence. */
export const untilMidnight = 'paused until midnight in the account’s time zone';

/** Formats a count for a sentence: "1,204". */
export function counted(count: number | bigint): string {
  return count.toLocaleString('en-US');
}

/** Formats a fraction as a percentage for a sentence: "12.50%". */
export function percentage(part: number): string {
  return `${(part * 100).toFixed(2)}%`;
}
