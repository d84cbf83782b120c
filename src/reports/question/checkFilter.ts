import type { Fault } from '#model/index.ts';
import { dimensionOf, type DimensionKey } from '../dimensions/dimensions.ts';
import type { ReportFilter } from './request.ts';

/**
 * Checks a filter by a known dimension, and converts its values to the dimension's type, those of earlier versions to the
 * current ones; returns no filter when it has faults.
 */
export function checkFilter(
  dim: DimensionKey,
  { op, values: given }: { op: ReportFilter['op']; values: (string | number)[] },
  path: string,
  faults: Fault[],
): ReportFilter[] {
  const { kind, label, choices } = dimensionOf(dim);
  if (kind === 'time') {
    faults.push({
      code: 'not_filterable',
      message: 'Time dimensions cannot be filtered. Set the date range instead',
      path: `${path}.dim`,
    });
    return [];
  }
  const isClosed = op === 'in' || op === 'not_in';
  if ((kind !== 'text' || choices) && !isClosed) {
    faults.push({ code: 'bad_op', message: `${label} can only be filtered with in or not_in`, path: `${path}.op` });
    return [];
  }
  const max = kind === 'id' ? 4_294_967_295 : 65_535;
  const check = (value: string | number, index: number): void => {
    const at = `${path}.values.${index}`;
    if (typeof value === 'number' && (!Number.isInteger(value) || value < 0 || value > max)) {
      faults.push({ code: 'bad_value', message: 'Must be a whole number', path: at });
    } else if (choices && !choices.some((choice) => choice.value === value)) {
      faults.push({ code: 'unknown_value', message: `${label} has no such value`, path: at });
    }
  };
  if (kind === 'text') {
    const values = given.map((value) => (dim === 'site' ? String(value).toLowerCase() : String(value)));
    values.forEach(check);
    return [{ dim, op, values }];
  }
  const values = given.map((value) => (value === '' ? Number.NaN : Number(value)));
  values.forEach(check);
  return [{ dim, op, values }];
}
