import { Plus, Trash2 } from 'lucide-react';
import { type BulkVerb, type Entity, type Field as ModelField, verbsOf } from '#model/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import type { InputProps } from '../controls/inputProps.ts';
import { asText } from '../form/asText.ts';
import { inputs } from '../form/inputs.ts';
import { draftFor, editableFields, type EditDraft, isListField, verbLabels } from './editDrafts.ts';
import { AdjustmentInput } from './AdjustmentInput.tsx';
import { LeafInput } from './LeafInput.tsx';

/** The edits of a bulk change: each a field, a verb and its value. */
export function EditFields({
  entity,
  drafts,
  onChange,
}: {
  entity: Entity;
  drafts: readonly EditDraft[];
  onChange: (drafts: EditDraft[]) => void;
}) {
  const put = (next: EditDraft) => onChange(drafts.map((each) => (each.key === next.key ? next : each)));
  const nextKey = Math.max(0, ...drafts.map(({ key }) => key)) + 1;
  return (
    <div className="flex flex-col gap-3">
      <ol className="flex flex-col gap-3" aria-label="Edits">
        {drafts.map((draft, index) => (
          <li key={draft.key} className="flex items-start gap-2 rounded-lg border p-3">
            <EditRow entity={entity} draft={draft} onChange={put} />
            <IconButton
              size="sm"
              label={`Remove edit ${index + 1}`}
              icon={<Trash2 />}
              disabled={drafts.length === 1}
              onClick={() => onChange(drafts.filter((each) => each !== draft))}
            />
          </li>
        ))}
      </ol>
      <Button
        size="sm"
        icon={<Plus />}
        className="self-start"
        onClick={() => onChange([...drafts, draftFor(nextKey, entity, null)])}
      >
        Add field
      </Button>
    </div>
  );
}

function EditRow({
  entity,
  draft,
  onChange,
}: {
  entity: Entity;
  draft: EditDraft;
  onChange: (draft: EditDraft) => void;
}) {
  const field = draft.field === null ? undefined : entity.fields[draft.field];
  const verbs = field ? verbsOf(field) : [];
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,13rem)_minmax(0,10rem)_minmax(0,1fr)] items-start gap-3 max-md:grid-cols-1">
      <Field label="Field">
        <Combobox
          options={editableFields(entity).map(([name, { label, tab }]) => {
            return { value: name, label, ...(tab ? { note: tab } : {}) };
          })}
          value={draft.field}
          onChange={(name) => onChange(draftFor(draft.key, entity, name))}
          clearable={false}
        />
      </Field>
      <Field label="Change">
        <Select<BulkVerb>
          options={verbs.map((verb) => ({ value: verb, label: verbLabels[verb] }))}
          value={field ? draft.verb : null}
          onChange={(verb) => onChange({ ...draft, verb })}
          disabled={verbs.length < 2}
        />
      </Field>
      {field ? <Operand field={field} draft={draft} onChange={onChange} /> : null}
    </div>
  );
}

/** The input of a verb: a value in the field's control, or a text to find and its replacement. */
function Operand({
  field,
  draft,
  onChange,
}: {
  field: ModelField;
  draft: EditDraft;
  onChange: (draft: EditDraft) => void;
}) {
  if (draft.verb === 'clear') return null;
  if (draft.verb === 'adjust') return <AdjustmentInput field={field} draft={draft} onChange={onChange} />;
  if (draft.verb === 'findReplace') {
    return (
      <div className="grid grid-cols-2 gap-3">
        <Field label="Find" required>
          <ItemInput field={field} value={draft.find} onChange={(find) => onChange({ ...draft, find })} />
        </Field>
        <Field label="Replace with" required={isListField(field)}>
          <ItemInput
            field={field}
            value={draft.replacement}
            onChange={(replacement) => onChange({ ...draft, replacement })}
          />
        </Field>
      </div>
    );
  }
  const { Input } = inputs[field.kind];
  return (
    <Field
      label={field.unit && field.kind !== 'money' ? `Value (${field.unit})` : 'Value'}
      required={!field.isNullable}
    >
      <Input {...controlOf(field, draft.value)} onChange={(value) => onChange({ ...draft, value })} />
    </Field>
  );
}

/** Input of one list item, or of a part of a text. */
function ItemInput({
  field,
  value,
  onChange,
}: {
  field: ModelField;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  if (field.kind === 'references') {
    const one: ModelField = { ...field, kind: 'reference', isNullable: false };
    return <inputs.reference.Input {...controlOf(one, value)} onChange={onChange} />;
  }
  if (field.tree) return <LeafInput tree={field.tree} value={value} onChange={onChange} />;
  return (
    <TextField
      value={asText(value)}
      autoComplete="off"
      spellCheck={false}
      className={field.kind === 'url' ? 'font-mono text-xs' : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function controlOf(field: ModelField, value: unknown): Omit<InputProps, 'onChange'> {
  return { name: 'value', field, value, onBlur: nothing, ref: null, isReadOnly: false };
}

const nothing = () => undefined;
