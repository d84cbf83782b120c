import { csvLine } from '#model/field/csvCell.ts';
import { seenFields } from '#model/field/listedFields.ts';
import type { Entity, EntityName, Field, RowByName } from '#model/index.ts';
import { reportFieldsFor, type ReportFieldMetric, zoneLabel } from '#reports/index.ts';
import { findRows, type FoundRows, type RowSearch } from '../findRows.ts';
import { type ExportColumns, exportableNames, type ReadListQuery } from '../listQuery.ts';
import { csvText } from '#model/field/csvValue.ts';

/** A list as CSV, or that the figures it needs are unavailable. */
export type ExportOutcome = { type: 'done'; rowCount: number; lines: AsyncIterable<string> } | { type: 'figuresAway' };

type Row = RowByName[EntityName];

interface ExportColumn {
  heading: { label: string; name: string };
  /** Set for fields that reference rows of another entity, whose names are looked up. */
  target?: { name: string; entity: EntityName };
  cellOf(row: Row, style: CellStyle): string;
}

/** Rows per batch of reading and writing. */
const batchSize = 1000;

/**
 * Exports all rows that match as CSV: id and version first, then the requested columns. Everyone who may read the list
 * may export it.
 */
export async function exportList(
  search: RowSearch,
  entity: Entity,
  query: ReadListQuery & ExportColumns,
): Promise<ExportOutcome> {
  const reportFields = new Map<string, ReportFieldMetric>(
    reportFieldsFor(search.user).metrics.map((metric) => [metric.key, metric]),
  );
  const names = query.columns.includes('all')
    ? Object.keys(seenFields(entity, search.user)).filter((name) => exportableNames(entity).includes(name))
    : [...new Set(query.columns)].filter((name) => name !== 'id' && name !== 'version');
  const metrics = names.filter((name) => !entity.fields[name] && reportFields.has(name)) as ReportFieldMetric['key'][];
  const found = await findRows(search, entity.name as EntityName, { ...query, metrics });
  if (found.type === 'figuresAway' || (metrics.length > 0 && !found.metrics)) return { type: 'figuresAway' };
  const columns = names.flatMap((name) => columnOf(search, entity, name, { found, metric: reportFields.get(name) }));
  return {
    type: 'done',
    rowCount: found.ids.length,
    lines: linesOf(search, entity, query, { columns, ids: found.ids }),
  };
}

async function* linesOf(
  { entities, scope }: RowSearch,
  entity: Entity,
  { headings }: ExportColumns,
  { columns, ids }: { columns: readonly ExportColumn[]; ids: readonly number[] },
): AsyncIterable<string> {
  const isRaw = headings === 'fields';
  const head = columns.map(({ heading }) => (isRaw ? heading.name : heading.label));
  // The byte order mark marks the text as UTF-8 for spreadsheets.
  yield `\uFEFF${csvLine([...(isRaw ? ['id', 'version'] : ['ID', 'Version']), ...head])}`;
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize);
    const rows = await entities.listById(entity.name as EntityName, batch, { scope, isComplete: true });
    const nameOf = isRaw ? () => undefined : await namesFor(entities, scope, columns, rows);
    yield rows
      .map((row) => {
        const cells = columns.map((column) => column.cellOf(row, { isRaw, nameOf }));
        return csvLine([String(row.id), String(row.version), ...cells]);
      })
      .join('');
  }
}

function columnOf(
  { user }: RowSearch,
  entity: Entity,
  name: string,
  { found, metric }: { found: FoundRows; metric: ReportFieldMetric | undefined },
): ExportColumn[] {
  const field: Field | undefined = entity.fields[name] ?? beside[name];
  if (field) {
    const unit = field.kind === 'money' && field.unit ? ` (${field.unit})` : '';
    const isInstant = field.kind === 'instant';
    return [
      {
        heading: { name, label: isInstant ? `${field.label} (${zoneLabel(user.timezone)})` : `${field.label}${unit}` },
        ...(field.target ? { target: { name, entity: field.target as EntityName } } : {}),
        cellOf(row, style) {
          const value: unknown = Reflect.get(row, name);
          if (isInstant && !style.isRaw) return localTime(value, user.timezone);
          return fieldCell(name, field, value, style);
        },
      },
    ];
  }
  const { metrics } = found;
  if (!metric || !metrics) return [];
  const label = metric.unit === 'usd' ? `${metric.label} (USD)` : metric.label;
  const values = metrics.of(found.ids);
  return [{ heading: { name, label }, cellOf: (row) => String(values.get(row.id)?.metrics[name] ?? '') }];
}

/** Columns that the server stores beside the fields of an entity. */
const beside: Partial<Record<string, Field>> = {
  demandId: { kind: 'reference', label: 'Account', target: 'demand' } as Field,
  createdAt: { kind: 'instant', label: 'Created' } as Field,
  updatedAt: { kind: 'instant', label: 'Changed' } as Field,
};

/** A time in the user's zone, to the minute. */
function localTime(value: unknown, offset: number): string {
  if (typeof value !== 'string') return '';
  return new Date(Date.parse(value) + offset * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
}

/** Reads the names of the rows that some rows reference, archived ones included. */
async function namesFor(
  entities: RowSearch['entities'],
  scope: RowSearch['scope'],
  columns: readonly ExportColumn[],
  rows: readonly Row[],
): Promise<CellStyle['nameOf']> {
  const names = new Map<string, Map<number, string>>();
  for (const { target } of columns) {
    if (!target) continue;
    const ids = rows.flatMap((row): unknown => Reflect.get(row, target.name)).filter((id) => typeof id === 'number');
    const named = await entities.listNames(target.entity, { scope, ids, isArchivedShown: true });
    names.set(target.name, new Map(named.map(({ id, name }) => [id, name])));
  }
  return (field, id) => names.get(field)?.get(id);
}

/** Style of an export's cells: for readers, or for a later import. */
interface CellStyle {
  isRaw: boolean;
  /** Finds the name of a referenced row. */
  nameOf: (field: string, id: number) => string | undefined;
}

/** Formats the value of a field as one cell. */
function fieldCell(name: string, field: Field, value: unknown, { isRaw, nameOf }: CellStyle): string {
  if (isRaw || value === null || value === undefined) return csvText(field, value);
  const named = (id: unknown) => (typeof id === 'number' ? nameOf(name, id) : undefined) ?? String(id);
  if (field.kind === 'flag') return value === true ? 'Yes' : 'No';
  if (field.kind === 'reference') return named(value);
  if (field.kind === 'references' && Array.isArray(value)) return value.map(named).join(', ');
  return field.choices?.find((choice) => choice.value === value)?.label ?? csvText(field, value);
}
