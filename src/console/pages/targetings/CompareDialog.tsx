import { useState } from 'react';
import { targeting } from '#model/index.ts';
import { useRow } from '../../entities/useEntity.ts';
import { useUser } from '../../frame/session.ts';
import { useNames } from '../../entities/useNames.ts';
import { useEditionEntity } from '../../entities/useEditionEntity.ts';
import { useSharedList } from '../../lib/lists.ts';
import { messageOf } from '../../lib/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/field/Checkbox.tsx';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { compareRows, type ComparedField } from './compareRows.ts';

/** Compares a targeting with another one, selected here, and marks the differences. */
export function CompareDialog({ id, isOpen, onClose }: { id: number; isOpen: boolean; onClose: () => void }) {
  const [otherId, setOtherId] = useState<number | null>(null);
  const [isAllShown, setAllShown] = useState(false);
  const one = useRow(targeting, id);
  const other = useRow(targeting, otherId);
  const list = useSharedList('targeting');
  const names = {
    appList: namesOf(useNames('appList').data),
    pubList: namesOf(useNames('pubList').data),
    creList: namesOf(useNames('creList').data),
  };
  const { timezone } = useUser();
  const { fields: shownFields } = useEditionEntity(targeting);
  const options = (list.data ?? [])
    .filter((each) => each.id !== id)
    .map(({ id: value, name: label }) => ({ value, label }));
  const error = one.error ?? other.error;
  const fields = one.data && other.data ? compareRows(one.data, other.data, { names, timezone }) : null;
  const shown = fields?.filter(({ name, isSame }) => name in shownFields && (isAllShown || !isSame)) ?? [];
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={`Compare ${one.data?.name ?? 'targeting'}`}
      size="lg"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <Field label="With" className="w-80">
            <Combobox
              options={options}
              value={otherId}
              onChange={setOtherId}
              emptyText={list.isPending ? 'Loading…' : 'No matches.'}
            />
          </Field>
          <Checkbox
            label="Show identical fields"
            checked={isAllShown}
            onChange={(event) => setAllShown(event.currentTarget.checked)}
          />
        </div>
        {error ? (
          <ErrorState
            title="Error on load data"
            text={messageOf(error)}
            onRetry={() => void Promise.all([one.refetch(), otherId === null ? null : other.refetch()])}
          />
        ) : otherId === null ? (
          <EmptyState title="Choose another targeting" text="Both are shown side by side." />
        ) : fields === null ? (
          <Skeleton className="h-40" />
        ) : shown.length === 0 ? (
          <EmptyState
            title={isAllShown ? 'No restrictions' : 'No difference'}
            text={isAllShown ? 'Neither targeting restricts any dimension.' : 'Both match the same traffic.'}
          />
        ) : (
          <Compared fields={shown} heads={[one.data?.name ?? '', other.data?.name ?? '']} />
        )}
      </div>
    </Dialog>
  );
}

function Compared({ fields, heads }: { fields: readonly ComparedField[]; heads: readonly [string, string] }) {
  return (
    <table className="w-full table-fixed rounded-lg border text-sm">
      <thead>
        <tr className="border-b bg-sunken text-left text-xs text-muted [&>th]:px-3 [&>th]:py-1.5 [&>th]:font-medium">
          <th scope="col" className="w-44">
            Field
          </th>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
          <th scope="col" className="w-28">
            <span className="sr-only">Difference</span>
          </th>
        </tr>
      </thead>
      <tbody className="[&>tr:last-child]:border-b-0">
        {fields.map(({ name, label, texts, isSame }) => (
          <tr key={name} className="border-b align-top [&>*]:px-3 [&>*]:py-2">
            <th scope="row" className="text-left font-normal text-muted">
              {label}
            </th>
            {texts.map((text, index) => (
              <td key={index} className="max-h-40 break-words">
                {text === '' ? <span className="text-muted">–</span> : text}
              </td>
            ))}
            <td>{isSame ? null : <Pill tone="warn">Differs</Pill>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function namesOf(list: readonly { id: number; name: string }[] | undefined): Record<number, string> {
  return Object.fromEntries((list ?? []).map(({ id, name }) => [id, name]));
}
