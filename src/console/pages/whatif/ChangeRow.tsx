import { Trash2 } from 'lucide-react';
import { toInput } from '../../entities/form/formModel.ts';
import { inputs } from '../../entities/form/inputs.ts';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import {
  emptyDraft,
  rowOf,
  shownValue,
  storedText,
  changeableFields,
  type ChangeDraft,
  type ChangedRows,
  type ShownEntities,
} from './changeDrafts.ts';

/** The value of the channel itself in the list of objects. */
const ofChannel = 0;

/** One change: a field of the channel or of a tag, and the value to try. */
export function ChangeRow({
  draft,
  index,
  entities,
  rows,
  isOnlyChange,
  onChange,
  onRemove,
}: {
  draft: ChangeDraft;
  index: number;
  entities: ShownEntities;
  rows: ChangedRows;
  isOnlyChange: boolean;
  onChange: (draft: ChangeDraft) => void;
  onRemove: () => void;
}) {
  const fields = changeableFields(draft, entities, rows);
  const chosen = fields.find(({ entity, name }) => entity === draft.entity && name === draft.field);
  return (
    <li className="flex items-start gap-2 px-4 py-3" aria-label={`Change ${index + 1}`}>
      <div className="grid min-w-0 flex-1 grid-cols-3 items-start gap-3">
        <Field label="Object">
          <Combobox
            clearable={false}
            options={[
              { value: ofChannel, label: 'Channel' },
              ...rows.waterfall.map(({ tagId, tier, tag }) => {
                return { value: tagId, label: tag?.name ?? `Tag #${tagId}`, note: `Tier ${tier}` };
              }),
            ]}
            value={draft.tagId ?? ofChannel}
            onChange={(id) => onChange(emptyDraft(draft.key, id === null || id === ofChannel ? null : id))}
          />
        </Field>
        <Field label="Field">
          <Combobox
            clearable={false}
            options={fields.map(({ entity, name, field }) => {
              return { value: `${entity}.${name}`, label: field.label, note: scopeLabels[entity] };
            })}
            value={draft.field === null ? null : `${draft.entity}.${draft.field}`}
            onChange={(place) => {
              const next = fields.find(({ entity, name }) => `${entity}.${name}` === place);
              if (next) onChange({ ...emptyDraft(draft.key, draft.tagId), entity: next.entity, field: next.name });
            }}
          />
        </Field>
        {chosen ? <Value draft={draft} chosen={chosen} rows={rows} onChange={onChange} /> : null}
      </div>
      <span className="pt-5">
        <IconButton
          size="sm"
          label={`Remove change ${index + 1}`}
          icon={<Trash2 />}
          disabled={isOnlyChange}
          onClick={onRemove}
        />
      </span>
    </li>
  );
}

const scopeLabels = { channel: '', waterfallRow: 'In this channel', tag: 'In all channels' } as const;

function Value({
  draft,
  chosen: { name, field },
  rows,
  onChange,
}: {
  draft: ChangeDraft;
  chosen: ReturnType<typeof changeableFields>[number];
  rows: ChangedRows;
  onChange: (draft: ChangeDraft) => void;
}) {
  const row = rowOf(draft, rows);
  const { Input } = inputs[field.kind];
  const value = shownValue(draft, field, rows);
  const isList = field.kind === 'references';
  const fault = draft.value === undefined ? undefined : faultOf(field, value);
  return (
    <Field
      label="New value"
      error={fault}
      hint={row && !isList ? `Current: ${storedText(field, row[name])}` : undefined}
    >
      <Input
        name={`value-${draft.key}`}
        field={field}
        value={value}
        onChange={(next) => onChange({ ...draft, value: next })}
        onBlur={() => undefined}
        ref={null}
        isReadOnly={row === undefined}
      />
    </Field>
  );
}

function faultOf(field: ReturnType<typeof changeableFields>[number]['field'], value: unknown): string | undefined {
  const parsed = field.schema().safeParse(toInput(field, value));
  return parsed.success ? undefined : (parsed.error.issues[0]?.message ?? 'Invalid value');
}
