import type { ChangeSetResponse } from '#api/changes/changeContract.ts';
import type { ImportResponse } from '#api/csv/csvContract.ts';
import type { AttachResponse } from '#api/entities/attach/attachContract.ts';
import type { BulkResponse, AffectedTraffic } from '#api/entities/bulk/bulkContract.ts';
import type { CloneResponse } from '#api/entities/clone/cloneContract.ts';
import { entities, type Entity, type EntityName, type Field, type FieldChange } from '#model/index.ts';
import { faultTarget } from '../faultTarget.ts';

/** One line of a preview or a result: one field of a row, a whole row, or an error. */
export interface ChangeLine {
  key: string;
  entity: EntityName;
  /** Name of the row. */
  object: string;
  /** Line number in the imported file. */
  line?: number;
  change?: FieldChange;
  /** The change of the whole row as text. */
  text?: string;
  /** Why the row does not change. */
  problem?: string;
  /** The row and the field at fault, where the row exists and can be opened. */
  at?: { id: number; field?: string; tab?: string };
}

/** A change set as the dialog shows it, before or after it is applied. */
export interface ShownChanges {
  changed: ChangeLine[];
  refused: ChangeLine[];
  unchanged: ChangeLine[];
  /** Numbers of rows; one row can have several lines. */
  counts: { changed: number; refused: number; unchanged: number };
  /** Hash of the previewed rows; applying fails when they have changed since. */
  previewDigest: string;
  /** ID of the change set; null for a preview, and when nothing changed. */
  batch: number | null;
  affectedTraffic?: AffectedTraffic;
  /** A note after the counts. */
  note?: string;
}

const fieldLines = (base: Omit<ChangeLine, 'key'> & { key: string }, fields: readonly FieldChange[]): ChangeLine[] =>
  fields.map((change) => ({ ...base, key: `${base.key}.${change.field}`, change }));

/** Converts the response of a bulk edit. */
export function changesOfBulk(entity: EntityName, response: BulkResponse): ShownChanges {
  const shown = nothing(response);
  for (const { id, name, fields, problem } of response.results) {
    const base = { key: String(id), entity, object: name === '' ? `#${id}` : name, at: { id } };
    addChange(shown, base, fields, problem ?? undefined);
  }
  return shown;
}

/** Converts the response of a change set over several entities. */
export function changesOfSet(response: ChangeSetResponse): ShownChanges {
  const shown = nothing({ batch: response.batch, previewDigest: '' });
  for (const { index, entity, id, name, fields, problems } of response.results) {
    const object = name === '' ? `${entities[entity].label} #${id ?? ''}` : name;
    const at = id === null || id === undefined ? {} : { at: { id } };
    addChange(shown, { key: String(index), entity, object, ...at }, fields, problems[0]);
  }
  return shown;
}

/** Adds the lines of one row: its error, or its changed fields. */
function addChange(
  shown: ShownChanges,
  base: Pick<ChangeLine, 'key' | 'entity' | 'object' | 'at'>,
  fields: readonly FieldChange[],
  problem: { message: string; path: string } | undefined,
): void {
  if (problem) {
    const at = base.at ? { at: { ...base.at, ...faultTarget(entities[base.entity], problem.path) } } : {};
    shown.refused.push({ ...base, ...at, problem: problem.message });
    shown.counts.refused += 1;
  } else if (fields.length === 0) {
    shown.unchanged.push({ ...base, text: 'No change' });
    shown.counts.unchanged += 1;
  } else {
    shown.changed.push(...fieldLines(base, fields));
    shown.counts.changed += 1;
  }
}

/** Converts the response of a clone: the copies, and how many rows come with each. */
export function changesOfClone(entity: EntityName, response: CloneResponse): ShownChanges {
  const shown = nothing(response);
  for (const [index, { entity: made, name, of, problems }] of response.results.entries()) {
    const base = { key: String(index), entity: made, object: name === '' ? `Copy of #${of.id}` : name };
    const [problem] = problems;
    if (problem) {
      shown.refused.push({ ...base, problem: problem.message });
      shown.counts.refused += 1;
      continue;
    }
    if (made === entity) shown.counts.changed += 1;
    shown.changed.push({ ...base, text: of.name === '' ? 'Also copied' : `Copy of ${of.name}` });
  }
  const along = shown.changed.length - shown.counts.changed;
  return along > 0 ? { ...shown, note: `plus ${along} related ${along === 1 ? 'row' : 'rows'}` } : shown;
}

const attachLabels = { attached: 'Attached to', detached: 'Detached from', same: '' } as const;

/** Converts the response of attaching or detaching: one line for each pair. */
export function changesOfAttach(entity: 'tag' | 'channel', response: AttachResponse): ShownChanges {
  const shown = nothing(response);
  for (const { tag, channel, change, problems } of response.results) {
    const [one, other] = entity === 'tag' ? [tag, channel] : [channel, tag];
    const base = { key: `${tag.id}.${channel.id}`, entity, object: one.name };
    const [problem] = problems;
    if (problem) {
      shown.refused.push({ ...base, problem: problem.message });
      shown.counts.refused += 1;
    } else if (change === 'same') {
      shown.unchanged.push({ ...base, text: `No change: ${other.name}` });
      shown.counts.unchanged += 1;
    } else {
      shown.changed.push({ ...base, text: `${attachLabels[change]} ${other.name}` });
      shown.counts.changed += 1;
    }
  }
  return shown;
}

/** Converts the response of an import. Faults of the file are lines of their own, by line and column. */
export function changesOfImport(entity: EntityName, response: ImportResponse): ShownChanges {
  const shown = nothing(response);
  for (const { line, isNew, name, id, fields } of response.rows) {
    const base = { key: String(line), entity, line, object: name || `#${id}` };
    const shownFields = isNew ? fields.filter((change) => !isDefault(entity, change)) : fields;
    const defaults = fields.length - shownFields.length;
    if (isNew) shown.changed.push({ ...base, text: defaults > 0 ? `New, with ${defaults} default values` : 'New' });
    shown.changed.push(...fieldLines(base, shownFields));
  }
  const faulty = new Set<string>();
  for (const [index, { path, message }] of response.faults.entries()) {
    const [, line, ...column] = path.split('.');
    faulty.add(line ?? '');
    shown.refused.push({
      key: String(index),
      entity,
      object: column.join('.'),
      ...(line === undefined ? {} : { line: Number(line) }),
      problem: message,
    });
  }
  shown.refused.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
  shown.counts = { changed: response.rows.length, refused: faulty.size, unchanged: response.unchanged };
  return shown;
}

function nothing({
  previewDigest,
  batch,
  ...rest
}: {
  previewDigest: string;
  batch: number | null;
  affectedTraffic?: AffectedTraffic;
}): ShownChanges {
  const counts = { changed: 0, refused: 0, unchanged: 0 };
  const affectedTraffic = rest.affectedTraffic ? { affectedTraffic: rest.affectedTraffic } : {};
  return { changed: [], refused: [], unchanged: [], counts, previewDigest, batch, ...affectedTraffic };
}

/** Whether a new row has a value that its creator did not choose. */
function isDefault(entity: EntityName, { field, to }: FieldChange): boolean {
  const known: Field | undefined = (entities[entity] as Entity).fields[field];
  return isEmpty(to) || (known?.default !== undefined && JSON.stringify(known.default) === JSON.stringify(to));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
