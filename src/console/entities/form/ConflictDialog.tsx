import { useState } from 'react';
import type { Entity, Field } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { FormValues } from './formModel.ts';
import { FormValueText } from './FormValueText.tsx';
import type { FormConflict } from './mergeForms.ts';

type Side = 'mine' | 'theirs';

const sides: readonly { side: Side; label: string }[] = [
  { side: 'mine', label: 'Yours' },
  { side: 'theirs', label: 'Theirs' },
];

/** Lets the user choose between the two values of each field that another user changed in the meantime. */
export function ConflictDialog({
  entity,
  conflicts,
  changedAt,
  isBusy,
  onSave,
  onClose,
}: {
  entity: Entity;
  conflicts: readonly FormConflict[];
  /** When the other user changed the row, ISO 8601. */
  changedAt: string;
  isBusy: boolean;
  /** Called with the chosen value of each field. */
  onSave: (chosen: FormValues) => void;
  onClose: () => void;
}) {
  const { timezone } = useUser();
  const [choice, setChoice] = useState<Record<string, Side>>({});
  const isSettled = conflicts.every(({ name }) => choice[name] !== undefined);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      size="lg"
      dismissable={false}
      title="Someone else has changed this too"
      description={`Saved ${formatDateTime(changedAt, timezone)}, while you were editing. Choose a value for each field. All other changes, yours and theirs, are kept.`}
      onSubmit={() => {
        if (!isSettled || isBusy) return;
        onSave(Object.fromEntries(conflicts.map((each) => [each.name, each[choice[each.name] ?? 'mine']])));
      }}
      footer={
        <>
          <Button onClick={onClose}>Back to the form</Button>
          <Button type="submit" variant="primary" disabled={!isSettled} loading={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {conflicts.map((conflict) => (
          <Choice
            key={conflict.name}
            conflict={conflict}
            field={entity.fields[conflict.name]}
            chosen={choice[conflict.name]}
            onChoose={(side) => setChoice({ ...choice, [conflict.name]: side })}
          />
        ))}
      </div>
    </Dialog>
  );
}

function Choice({
  conflict,
  field,
  chosen,
  onChoose,
}: {
  conflict: FormConflict;
  field: Field | undefined;
  chosen: Side | undefined;
  onChoose: (side: Side) => void;
}) {
  if (!field) return null;
  const { name, before } = conflict;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">{field.label}</legend>
      <div className="grid grid-cols-2 gap-3">
        {sides.map(({ side, label }) => (
          <label
            key={side}
            className="flex min-w-0 cursor-pointer items-start gap-2.5 rounded-lg border border-line-strong p-3 text-sm has-checked:border-accent has-checked:bg-sunken"
          >
            <input
              type="radio"
              name={name}
              className="mt-0.5 size-4 shrink-0 accent-accent"
              checked={chosen === side}
              onChange={() => onChoose(side)}
            />
            <span className="flex min-w-0 flex-col gap-0.5">
              <span className="text-xs text-muted">{label}</span>
              <span className="break-words">
                <FormValueText field={field} value={conflict[side]} />
              </span>
            </span>
          </label>
        ))}
      </div>
      <p className="text-xs text-muted">
        Original value: <FormValueText field={field} value={before} />
      </p>
    </fieldset>
  );
}
