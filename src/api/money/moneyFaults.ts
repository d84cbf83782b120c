import { type Entity, type Fault, type Field, seesMoney } from '#model/index.ts';
import { isMetricKey, isMoneyMetric, metricOf } from '#reports/metrics/metrics.ts';
import { sameValue } from '#storage/entities/sameValue.ts';
import type { SessionUser } from '../session/sessionContract.ts';

type MoneyReader = Pick<SessionUser, 'hidesMoney'>;

/** The fault of a field or metric that the role of a user hides. */
export function moneyHidden(label: string, path: string): Fault {
  return { code: 'money_hidden', message: `Your role hides money, and so “${label}”`, path };
}

/**
 * Faults of values that a user sets but does not see. New rows have the defaults of such fields, so entities with one
 * that has no default can only be copied.
 */
export function moneyFaultsOfValues(
  { fields }: Pick<Entity, 'fields'>,
  values: Readonly<Record<string, unknown>>,
  { user, isNew }: { user: MoneyReader; isNew: boolean },
): Fault[] {
  if (seesMoney(user)) return [];
  return Object.entries(fields).flatMap(([path, field]: [string, Field]): Fault[] => {
    if (!field.isMoney || field.isGenerated) return [];
    const isSet = isNew ? field.default === undefined || differs(field, values[path]) : values[path] !== undefined;
    return isSet ? [moneyHidden(field.label, path)] : [];
  });
}

function differs(field: Field, value: unknown): boolean {
  return value !== undefined && !sameValue(value, field.default);
}

/** The parts of a parsed query or body that name fields and metrics of a list. */
interface NamesInList {
  sort?: string;
  filters?: object;
  having?: readonly { metric: string }[];
  columns?: readonly string[];
  edits?: readonly { field: string }[];
  all?: Pick<NamesInList, 'filters' | 'having'>;
}

/** Faults of sorting, filtering, exporting or editing the rows of an entity by what the role of a user hides. */
export function moneyFaultsOfList({ fields }: Pick<Entity, 'fields'>, sent: unknown, user: MoneyReader): Fault[] {
  if (seesMoney(user) || typeof sent !== 'object' || sent === null) return [];
  const { sort, filters, having, columns, edits, all } = sent as NamesInList;
  const named: (readonly [name: string, path: string])[] = [
    ...(typeof sort === 'string' ? [[sort.replace(/^-/, ''), 'sort'] as const] : []),
    ...Object.keys(filters ?? {}).map((name) => [name, name] as const),
    ...(having ?? []).map(({ metric }) => [metric, 'having'] as const),
    ...(columns ?? []).map((name) => [name, 'columns'] as const),
    ...(edits ?? []).map(({ field }, index) => [field, `edits.${index}.field`] as const),
    ...Object.keys(all?.filters ?? {}).map((name) => [name, `all.filters.${name}`] as const),
    ...(all?.having ?? []).map(({ metric }, index) => [metric, `all.having.${index}`] as const),
  ];
  return named.flatMap(([name, path]): Fault[] => {
    const field: Field | undefined = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field) return field.isMoney ? [moneyHidden(field.label, path)] : [];
    return isMetricKey(name) && isMoneyMetric(metricOf(name)) ? [moneyHidden(metricOf(name).label, path)] : [];
  });
}
