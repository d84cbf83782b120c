import { useState } from 'react';
import type { CloneRequest } from '#api/entities/clone/cloneContract.ts';
import { entities, type Entity, type EntityName, type Fields, mayDo } from '#model/index.ts';
import { cloneChildOf } from '#model/entity/clone.ts';
import { isMemberList } from '#model/lists/listMembers.ts';
import { useUser } from '../../frame/session.ts';
import { Checkbox } from '../../ui/field/Checkbox.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { NumberField } from '../../ui/field/NumberField.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { ChangeDialog } from '../bulk/ChangeDialog.tsx';
import { changesOfClone } from '../bulk/changeLines.ts';
import type { BulkTarget } from '../bulk/target.ts';
import { useChanges } from '../bulk/useChanges.ts';
import { countOf } from '../statusLabels.ts';

const maxCopies = 20;

/** Clones one or many rows with what belongs to them, after a preview. */
export function CloneDialog({
  entity,
  target,
  count,
  name,
  onClose,
}: {
  entity: Entity<Fields, EntityName>;
  target: BulkTarget;
  /** Number of cloned rows. */
  count: number;
  /** Name of the row when there is one. */
  name?: string;
  onClose: (isDone: boolean) => void;
}) {
  const user = useUser();
  const children = childrenOption(entity.name);
  const mayCopyChildren = children !== null && children.needs.every((each) => mayDo(user, each, 'create'));
  const [values, setValues] = useState({
    copies: '1',
    pattern: '{name} copy',
    find: '',
    replacement: '',
    status: 'paused' as 'paused' | 'same',
    hasChildren: mayCopyChildren && children.isDefault,
  });
  const key = entity.regeneratedOnClone === undefined ? undefined : entity.fields[entity.regeneratedOnClone];
  const put = (part: Partial<typeof values>) => setValues({ ...values, ...part });
  const touched: EntityName[] = [entity.name, ...(children?.needs ?? [])];
  const { apply } = useChanges(touched);
  const copies = /^\d{1,2}$/.test(values.copies) ? Number(values.copies) : 0;
  const isCountGood = copies >= 1 && copies <= maxCopies;
  const pattern = values.pattern.trim();
  return (
    <ChangeDialog
      title={name === undefined ? `Clone ${countOf(count, entity)}` : `Clone ${name}`}
      description={'all' in target ? 'Applies to every row that matches the filter, on all pages.' : undefined}
      form={
        <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5">
          <Field
            label="Number of copies"
            required
            error={isCountGood ? undefined : `Enter a whole number from 1 to ${maxCopies}`}
          >
            <NumberField value={values.copies} onChange={(text) => put({ copies: text })} decimals={false} />
          </Field>
          <Field label="Status of copies" group>
            <SegmentedControl
              className="self-start"
              label="Status of copies"
              options={[
                { value: 'paused', label: 'Paused' },
                { value: 'same', label: 'Same as original' },
              ]}
              value={values.status}
              onChange={(status) => put({ status })}
            />
          </Field>
          <Field
            label="Name"
            required
            className="col-span-2"
            error={pattern === '' ? 'Required' : undefined}
            hint="{name} = original name, {n} = copy number. If a name is taken, a number is added."
          >
            <TextField
              value={values.pattern}
              maxLength={255}
              autoComplete="off"
              onChange={(event) => put({ pattern: event.currentTarget.value })}
            />
          </Field>
          <Field label="Find in name" hint="Also applies to the names of items that are copied with them.">
            <TextField
              value={values.find}
              maxLength={255}
              autoComplete="off"
              onChange={(event) => put({ find: event.currentTarget.value })}
            />
          </Field>
          <Field label="Replace with">
            <TextField
              value={values.replacement}
              maxLength={255}
              autoComplete="off"
              disabled={values.find === ''}
              onChange={(event) => put({ replacement: event.currentTarget.value })}
            />
          </Field>
          {key ? (
            <p className="col-span-2 text-xs text-muted">
              {key.label} of each copy: the original’s with the same replacement, plus a number if it is taken. A copy
              has no effect until requests use its {key.label}.
            </p>
          ) : null}
          {mayCopyChildren ? (
            <Checkbox
              className="col-span-2"
              label={children.label}
              hint={children.hint}
              checked={values.hasChildren}
              onChange={(event) => put({ hasChildren: event.currentTarget.checked })}
            />
          ) : null}
        </div>
      }
      isReady={isCountGood && pattern !== ''}
      isPartial={false}
      run={async (step) => {
        const { find, replacement, status, hasChildren } = values;
        const request: CloneRequest = {
          ...target,
          ...step,
          copies,
          pattern,
          status,
          hasChildren,
          ...(find === '' ? {} : { find, replacement }),
        };
        return changesOfClone(
          entity.name,
          await apply((api) => api.post('/api/{entity}/clone', { entity, body: request })),
        );
      }}
      labels={{
        will: (made) => `${countOf(made, entity)} will be created`,
        done: (made) => `${countOf(made, entity)} created`,
        apply: (made) => `Create ${countOf(made, entity)}`,
      }}
      touched={touched}
      onClose={onClose}
    />
  );
}

interface ChildrenOption {
  label: string;
  hint?: string;
  /** Entities of which the option creates rows: the user needs the right to. */
  needs: EntityName[];
  /** Initial value of the checkbox. */
  isDefault: boolean;
}

/** The related rows that can be cloned along; null for an entity without any. */
function childrenOption(name: EntityName): ChildrenOption | null {
  if (isMemberList(name)) return { label: 'Include members', needs: [], isDefault: true };
  const child = cloneChildOf(name);
  if (!child) return null;
  if (child.entity === 'waterfallRow') {
    const label = name === 'channel' ? 'Include waterfall' : 'Include waterfall rows';
    return { label, hint: 'Tiers, weights and floors stay the same.', needs: ['waterfallRow'], isDefault: true };
  }
  const many = entities[child.entity].pluralLabel.toLowerCase();
  return {
    label: `Include ${many} and waterfalls`,
    hint: `Archived ${many} are not copied.`,
    needs: [child.entity, 'waterfallRow'],
    isDefault: false,
  };
}
