import { useState } from 'react';
import type { CloneRequest } from '#api/entities/clone/cloneContract.ts';
import { entities, type Entity, type EntityName, type Fields, mayDo } from '#model/index.ts';
import { cloneChildOf } from '#model/clone.ts';
import { isMemberList } from '#model/listMembers.ts';
import { useUser } from '../../frame/session.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ChangeDialog } from '../bulk/ChangeDialog.tsx';
import { changesOfClone } from '../bulk/changeLines.ts';
import type { BulkTarget } from '../bulk/target.ts';
import { useChanges } from '../bulk/useChanges.ts';
import { countOf } from '../statusWords.ts';

const mostCopies = 20;

/** Copies one or many rows, with what belongs to them, after a preview. */
export function CloneDialog({
  entity,
  target,
  count,
  name,
  onClose,
}: {
  entity: Entity<Fields, EntityName>;
  target: BulkTarget;
  /** Rows that are copied. */
  count: number;
  /** What the row is called, when it is one. */
  name?: string;
  onClose: (isDone: boolean) => void;
}) {
  const user = useUser();
  const children = childrenWords(entity.name);
  const mayCopyChildren = children !== null && children.needs.every((each) => mayDo(user, each, 'create'));
  const [values, setValues] = useState({
    copies: '1',
    pattern: '{name} copy',
    find: '',
    replacement: '',
    status: 'paused' as 'paused' | 'same',
    hasChildren: mayCopyChildren && children.isUsual,
  });
  const key = entity.copiedAnew === undefined ? undefined : entity.fields[entity.copiedAnew];
  const put = (part: Partial<typeof values>) => setValues({ ...values, ...part });
  const touched: EntityName[] = [entity.name, ...(children?.needs ?? [])];
  const { apply } = useChanges(touched);
  const copies = /^\d{1,2}$/.test(values.copies) ? Number(values.copies) : 0;
  const isCountGood = copies >= 1 && copies <= mostCopies;
  const pattern = values.pattern.trim();
  return (
    <ChangeDialog
      title={name === undefined ? `Clone ${countOf(count, entity)}` : `Clone ${name}`}
      description={'all' in target ? 'Every row that matches the filter, on all pages.' : undefined}
      form={
        <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5">
          <Field
            label="Copies of each"
            required
            error={isCountGood ? undefined : `A whole number from 1 to ${mostCopies}`}
          >
            <NumberField value={values.copies} onChange={(text) => put({ copies: text })} decimals={false} />
          </Field>
          <Field label="Copies start" group>
            <SegmentedControl
              className="self-start"
              label="Copies start"
              options={[
                { value: 'paused', label: 'Paused' },
                { value: 'same', label: 'As the original' },
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
            hint="{name} stands for the original’s name, {n} for the number of the copy. A name that is taken gets a number."
          >
            <TextField
              value={values.pattern}
              maxLength={255}
              autoComplete="off"
              onChange={(event) => put({ pattern: event.currentTarget.value })}
            />
          </Field>
          <Field label="Find in the name" hint="In the names of all copies, those of what belongs to them too.">
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
              {key.label} of a copy: the original’s with the same replacement, and a number where that is taken. It does
              nothing until it is the one that requests carry.
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
      words={{
        will: (made) => `${countOf(made, entity)} will be created`,
        done: (made) => `${countOf(made, entity)} created`,
        apply: (made) => `Create ${countOf(made, entity)}`,
      }}
      touched={touched}
      onClose={onClose}
    />
  );
}

interface ChildrenWords {
  label: string;
  hint?: string;
  /** The entities of which rows are created. */
  needs: EntityName[];
  /** Whether they are copied unless the reader says otherwise. */
  isUsual: boolean;
}

/** What can be copied along; null where a row stands alone. */
function childrenWords(name: EntityName): ChildrenWords | null {
  if (isMemberList(name)) return { label: 'With its members', needs: [], isUsual: true };
  const child = cloneChildOf(name);
  if (!child) return null;
  if (child.entity === 'waterfallRow') {
    const label = name === 'channel' ? 'With its waterfall' : 'With its places in waterfalls';
    return { label, hint: 'Tiers, weights and floors as they are.', needs: ['waterfallRow'], isUsual: true };
  }
  const many = entities[child.entity].pluralLabel.toLowerCase();
  return {
    label: `With its ${many} and their waterfall rows`,
    hint: `Archived ${many} stay behind.`,
    needs: [child.entity, 'waterfallRow'],
    isUsual: false,
  };
}
