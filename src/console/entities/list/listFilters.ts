import { canBeEmpty, filterFields } from '#model/field/filterFields.ts';
import { currentValue, formerValuesOf } from '#model/field/formerValues.ts';
import type { Entity, EntityName, Field } from '#model/index.ts';
import { rowStateKinds, type RowStateKind } from '#model/entity/rowStates.ts';
import { figuresOf } from './listFigures.ts';
import type { ListSearch } from './listSearch.ts';

/** A filter value; `none` and `any` match empty and non-empty fields. */
export type FilterValue = string | number | boolean;

/** Parses an address's filters of an entity, without invalid values. */
export function filtersOf(entity: Entity, search: ListSearch): Record<string, FilterValue[]> {
  const filters: Record<string, FilterValue[]> = {};
  for (const [name, field] of Object.entries(filterFields(entity))) {
    // An address calls the empty choice 'none'.
    const values = String(search[name] ?? '')
      .split(',')
      .flatMap((text) => (text === '' ? [] : (valueOf(field, text) ?? [])));
    if (values.length > 0) filters[name] = values;
  }
  return filters;
}

function valueOf(field: Field, text: string): FilterValue | undefined {
  const isEmptiness = canBeEmpty(field) && (text === 'none' || text === 'any');
  if (isEmptiness) return text;
  const { kind, choices = [] } = field;
  if (kind === 'reference' || kind === 'references') return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
  if (kind === 'flag') return text === 'true' || text === 'false' ? text === 'true' : undefined;
  if (kind !== 'choice') return undefined;
  const current = String(currentValue(text, formerValuesOf(choices)));
  return choices.some(({ value }) => String(value) === current) ? current : undefined;
}

/** The states that an entity's rows can have. */
export function statesOf(entity: Entity): readonly RowStateKind[] {
  return rowStateKinds[entity.name as EntityName] ?? [];
}

/** Parses an address's states, those that the entity has. */
export function statesInSearch(entity: Entity, search: ListSearch): string[] {
  const requested = String(search['state'] ?? '').split(',');
  return statesOf(entity).flatMap(({ code }) => (requested.includes(code) ? [code] : []));
}

/** An inclusive bound of a figure. */
export interface FigureBound {
  metric: string;
  bound: 'min' | 'max';
  /** A plain decimal, as in the address. */
  value: string;
}

/** Parses an address's figure bounds, those of figures that the entity's lists have. */
export function boundsInSearch(entity: Entity, search: ListSearch): FigureBound[] {
  return String(search['having'] ?? '')
    .split(',')
    .flatMap((text): FigureBound[] => {
      const [, metric = '', bound, value = ''] = /^(\w+):(min|max):(-?\d{1,15}(?:\.\d{1,9})?)$/.exec(text) ?? [];
      const isKnown = figuresOf(entity).some(({ key }) => key === metric);
      return isKnown && (bound === 'min' || bound === 'max') ? [{ metric, bound, value }] : [];
    });
}

/** Formats a bound for the address. */
export function boundText({ metric, bound, value }: FigureBound): string {
  return `${metric}:${bound}:${value}`;
}
