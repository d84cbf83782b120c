import { useState } from 'react';
import type { AttachRequest } from '#api/entities/attach/attachContract.ts';
import { entities, type Entity, type EntityName, type Field as ModelField, waterfallRow } from '#model/index.ts';
import { Field } from '../../ui/field/Field.tsx';
import { NumberField } from '../../ui/field/NumberField.tsx';
import { inputs } from '../form/inputs.ts';
import { countOf } from '../statusLabels.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { changesOfAttach } from './changeLines.ts';
import type { BulkTarget } from './target.ts';
import { useChanges } from './useChanges.ts';

const { tier, weight } = waterfallRow.fields;
const rows = { label: 'waterfall row', pluralLabel: 'waterfall rows' };
const touched: readonly EntityName[] = ['waterfallRow'];

/** Attaches selected tags to channels or channels to tags, or detaches them: many waterfall rows at once. */
export function BulkAttachDialog({
  entity,
  action,
  target,
  count,
  onClose,
}: {
  entity: 'tag' | 'channel';
  action: 'attach' | 'detach';
  target: BulkTarget;
  count: number;
  onClose: (isDone: boolean) => void;
}) {
  const [to, setTo] = useState<number[]>([]);
  const [values, setValues] = useState({ tier: '1', weight: '50' });
  const { apply } = useChanges(touched);
  const one: Entity = entities[entity];
  const other: Entity = entities[entity === 'tag' ? 'channel' : 'tag'];
  const place = { tier: numberIn(tier, values.tier), weight: numberIn(weight, values.weight) };
  const isPlaced = action === 'detach' || (place.tier !== null && place.weight !== null);
  const isAttaching = action === 'attach';
  const { Input } = inputs.references;
  const many = other.pluralLabel.toLowerCase();
  return (
    <ChangeDialog
      title={isAttaching ? `Attach ${countOf(count, one)} to ${many}` : `Detach ${countOf(count, one)} from ${many}`}
      description={'all' in target ? 'Applies to every row that matches the filter, on all pages.' : undefined}
      form={
        <div className="grid grid-cols-2 gap-4">
          <Field
            label={other.pluralLabel}
            required
            className="col-span-2"
            hint={
              isAttaching
                ? 'Existing waterfall rows keep their tier and weight.'
                : 'Pairs that are not attached are skipped.'
            }
          >
            <Input
              name="to"
              field={{ kind: 'references', label: other.pluralLabel, target: other.name } as ModelField}
              value={to}
              onChange={(value) => setTo(value as number[])}
              onBlur={() => undefined}
              ref={null}
              isReadOnly={false}
            />
          </Field>
          {isAttaching ? (
            <>
              <Place field={tier} value={values.tier} onChange={(next) => setValues({ ...values, tier: next })} />
              <Place field={weight} value={values.weight} onChange={(next) => setValues({ ...values, weight: next })} />
            </>
          ) : null}
        </div>
      }
      isReady={to.length > 0 && isPlaced}
      isPartial={false}
      run={async (step) => {
        const request: AttachRequest = {
          ...target,
          ...step,
          to,
          action,
          ...(isAttaching ? { tier: place.tier ?? 1, weight: place.weight ?? 50 } : {}),
        };
        return changesOfAttach(
          entity,
          await apply((api) => api.post('/api/{entity}/attach', { entity: one, body: request })),
        );
      }}
      labels={{
        will: (changed) => `${countOf(changed, rows)} will be ${isAttaching ? 'added' : 'removed'}`,
        done: (changed) => `${countOf(changed, rows)} ${isAttaching ? 'added' : 'removed'}`,
        apply: (changed) => `${isAttaching ? 'Attach' : 'Detach'} ${countOf(changed, rows)}`,
      }}
      touched={touched}
      onClose={onClose}
    />
  );
}

function Place({
  field,
  value,
  onChange,
}: {
  field: ModelField<number>;
  value: string;
  onChange: (value: string) => void;
}) {
  const { min = 0, max = 0 } = field;
  const isWrong = numberIn(field, value) === null;
  return (
    <Field label={field.label} required error={isWrong ? `Enter a whole number from ${min} to ${max}` : undefined}>
      <NumberField value={value} onChange={onChange} decimals={false} />
    </Field>
  );
}

function numberIn({ schema }: ModelField<number>, text: string): number | null {
  return schema().safeParse(text.trim() === '' ? null : Number(text)).data ?? null;
}
