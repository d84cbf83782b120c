import { canBeEmpty, filterFields } from '#model/field/filterFields.ts';
import type { Entity, EntityName, Field } from '#model/index.ts';
import { rowStateKinds, type RowStateKind } from '#model/entity/rowStates.ts';
import { figuresOf } from './listFigures.ts';
import type { ListSearch } from './listSearch.ts';

/** A value that rows are filtered by; none and any tell whether a field is empty. */
export type FilterValue = string | number | boolean;

/** The filters of an address that an entity has, without values that make no sense. */
export function filtersOf(entity: Entity, search: ListSearch): Record<string, FilterValue[]> {
  const filters: Record<string, FilterValue[]> = {};
  for (const [name, field] of Object.entries(filterFields(entity))) {
    // The choice of none is '': an address cannot ask for it.
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
  const { kind, choices } = field;
  if (kind === 'reference' || kind === 'references') return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
  if (kind === 'flag') return text === 'true' || text === 'false' ? text === 'true' : undefined;
  return kind === 'choice' && choices?.some(({ value }) => String(value) === text) ? text : undefined;
}

/** The states that rows of an entity can have. */
export function statesOf(entity: Entity): readonly RowStateKind[] {
  return rowStateKinds[entity.name as EntityName] ?? [];
}

/** The states that an address asks for, of those that the entity knows. */
export function statesInSearch(entity: Entity, search: ListSearch): string[] {
  const requested = String(search['state'] ?? '').split(',');
  return statesOf(entity).flatMap(({ code }) => (requested.includes(code) ? [code] : []));
}

/** A bound that a figure of a row must keep, inclusive. */
export interface FigureBound {
  metric: string;
  bound: 'min' | 'max';
  /** As the address has it: a plain decimal. */
  value: string;
}

/** The bounds of figures that an address asks for, of those that the entity's lists have. */
export function boundsInSearch(entity: Entity, search: ListSearch): FigureBound[] {
  return String(search['having'] ?? '')
    .split(',')
    .flatMap((text): FigureBound[] => {
      const [, metric = '', bound, value = ''] = /^(\w+):(min|max):(-?\d{1,15}(?:\.\d{1,9})?)$/.exec(text) ?? [];
      const isKnown = figuresOf(entity.name).some(({ key }) => key === metric);
      return isKnown && (bound === 'min' || bound === 'max') ? [{ metric, bound, value }] : [];
    });
}

/** A bound as the address has it. */
export function boundText({ metric, bound, value }: FigureBound): string {
  return `${metric}:${bound}:${value}`;
}
