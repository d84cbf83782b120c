import type { Entity, Field } from '#model/index.ts';
import { whatIfFields, type WhatIfChange, type WhatIfEntity } from '#model/whatif/whatIf.ts';
import { isFieldShown } from '#model/index.ts';
import { asText } from '../../entities/form/asText.ts';
import { toInput } from '../../entities/form/formModel.ts';
import { formatAmount, formatPercent } from '../../lib/format.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import type { WaterfallListRow } from '../../waterfall/waterfallModel.ts';

/** A change while it is edited. */
export interface ChangeDraft {
  key: number;
  /** The tag to change; null = the channel. */
  tagId: number | null;
  entity: WhatIfEntity | null;
  field: string | null;
  /** The control's value; undefined = unchanged. */
  value: unknown;
}

/** The loaded rows that changes can apply to. */
export interface ChangedRows {
  channel: EntityRow | undefined;
  /** Rows of the channel's waterfall. */
  waterfall: readonly WaterfallListRow[];
  tags: ReadonlyMap<number, EntityRow>;
}

/** The entities with the fields that the user may see. */
export type ShownEntities = Record<WhatIfEntity, Entity>;

/** A draft without a field. */
export function emptyDraft(key: number, tagId: number | null = null): ChangeDraft {
  return { key, tagId, entity: null, field: null, value: undefined };
}

/** A draft for a field by name. Of a tag, the field may be its own or that of its waterfall row. */
export function draftOf(key: number, tagId: number | null, name: string | undefined): ChangeDraft {
  const draft = emptyDraft(key, tagId);
  const places: readonly WhatIfEntity[] = tagId === null ? ['channel'] : ['waterfallRow', 'tag'];
  const entity = places.find((each) => (whatIfFields[each] as readonly string[]).includes(name ?? ''));
  return entity && name !== undefined ? { ...draft, entity, field: name } : draft;
}

/** The row that a draft changes. */
export function rowOf({ tagId, entity }: ChangeDraft, rows: ChangedRows): EntityRow | undefined {
  if (entity === 'channel' || tagId === null) return rows.channel;
  return entity === 'waterfallRow' ? rows.waterfall.find((row) => row.tagId === tagId) : rows.tags.get(tagId);
}

/** A field that can be changed, with its entity. */
export interface ChangeableField {
  entity: WhatIfEntity;
  name: string;
  field: Field;
}

/** The fields of the channel or of a tag that can be changed, without those hidden in its form. */
export function changeableFields(
  { tagId }: ChangeDraft,
  entities: ShownEntities,
  rows: ChangedRows,
): ChangeableField[] {
  const places: readonly WhatIfEntity[] = tagId === null ? ['channel'] : ['waterfallRow', 'tag'];
  return places.flatMap((entity) => {
    const row = rowOf({ ...emptyDraft(0, tagId), entity }, rows);
    return whatIfFields[entity].flatMap((name) => {
      const field = entities[entity].fields[name];
      if (!field || (row && !isFieldShown(field, row))) return [];
      return [{ entity, name, field: withoutArchive(field) }];
    });
  });
}

function withoutArchive(field: Field): Field {
  if (field.kind !== 'status' || !field.choices) return field;
  return { ...field, choices: field.choices.filter(({ value }) => value !== 2) };
}

/** The value in a draft's control: typed or stored. */
export function shownValue(draft: ChangeDraft, field: Field, rows: ChangedRows): unknown {
  if (draft.value !== undefined) return draft.value;
  const stored = draft.field === null ? undefined : rowOf(draft, rows)?.[draft.field];
  return field.kind === 'integer' || field.kind === 'percent' ? asText(stored) : (stored ?? '');
}

/** The changes of all drafts by row; null when one is incomplete, or two change the same field. */
export function changesOfDrafts(
  drafts: readonly ChangeDraft[],
  entities: ShownEntities,
  rows: ChangedRows,
): WhatIfChange[] | null {
  const byRow = new Map<string, { entity: WhatIfEntity; id: number; values: Record<string, unknown> }>();
  for (const draft of drafts) {
    const { entity, field: name, value } = draft;
    const row = rowOf(draft, rows);
    const field = entity && name !== null ? entities[entity].fields[name] : undefined;
    if (!entity || name === null || !field || !row || value === undefined) return null;
    const input = toInput(field, value);
    if (!field.schema().safeParse(input).success) return null;
    const key = `${entity} ${row.id}`;
    const change = byRow.get(key) ?? { entity, id: row.id, values: {} };
    if (name in change.values) return null;
    change.values[name] = input;
    byRow.set(key, change);
  }
  return byRow.size === 0 ? null : [...byRow.values()];
}

/** Text of a stored value. */
export function storedText(field: Field, value: unknown): string {
  if (field.kind === 'flag') return value === true ? 'on' : 'off';
  const text = asText(value);
  if (text === '') return 'not set';
  if (field.kind === 'money') return formatAmount(text, field.unit);
  if (field.kind === 'percent') return formatPercent(Number(text));
  return field.choices?.find((choice) => choice.value === value)?.label ?? text;
}
