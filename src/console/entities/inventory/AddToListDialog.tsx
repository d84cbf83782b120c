import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { use, useState } from 'react';
import { mayDo, type ListMode } from '#model/index.ts';
import { observedKind } from '#model/supply/observedInventory.ts';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { messageOf } from '../../lib/problems.ts';
import { isSignedOut } from '../../lib/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { pageFor } from '#model/entity/entityPages.ts';
import { countOfInventory } from './ChosenBar.tsx';
import type { ListedKind } from './listedKinds.ts';
import { blockAllTarget, useAddToList, type AddOutcome, type AddTarget } from './useAddToList.ts';

const modes = [
  { value: 'block', label: 'Block' },
  { value: 'allow', label: 'Allow' },
  { value: 'neutral', label: 'Neutral' },
] as const;

/** The lists of the right kind that the user may change. */
function useTargetLists({ list, observed }: ListedKind) {
  const api = use(ApiContext);
  const { type } = useUser();
  const { listKind } = observedKind(observed);
  return useQuery({
    queryKey: ['entity', list.name, 'targets', listKind ?? ''],
    queryFn: async ({ signal }) => {
      const { rows } = await api.get('/api/{entity}', {
        entity: list,
        query: { size: 100, sort: 'name', kind: listKind },
        signal,
      });
      // Only the operator may change lists of the platform.
      return rows.filter(({ demandId }) => (demandId === null) === (type === 'admin'));
    },
  });
}

/** Selects the list that the chosen rows are added to, and adds them. */
export function AddToListDialog({
  inventory,
  keys,
  onClose,
  onDone,
}: {
  inventory: ListedKind;
  keys: readonly string[];
  onClose: () => void;
  onDone: () => void;
}) {
  const { list, noun } = inventory;
  const user = useUser();
  const toast = useToast();
  const navigate = useNavigate();
  const lists = useTargetLists(inventory);
  const { add, undo } = useAddToList(inventory);
  const [kind, setKind] = useState<AddTarget['kind']>('existing');
  const [listId, setListId] = useState<number | null>(null);
  const [name, setName] = useState('');
  const [mode, setMode] = useState<ListMode>('block');
  const chosen = lists.data?.find(({ id }) => id === listId);
  const label = list.label.toLowerCase();
  const canBlockEverywhere = mayDo(user, 'channel', 'update');
  const target: AddTarget | null =
    kind === 'everywhere'
      ? { kind }
      : kind === 'new'
        ? name.trim() === ''
          ? null
          : { kind, name: name.trim(), mode }
        : chosen
          ? { kind, list: chosen }
          : null;

  async function undoAdd(outcome: AddOutcome) {
    try {
      await undo.mutateAsync(outcome);
      toast.success({ title: `Removed from ${outcome.list.name}` });
    } catch (error) {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    }
  }

  async function submit() {
    if (!target || add.isPending) return;
    try {
      const outcome = await add.mutateAsync({ target, keys });
      const { report } = outcome;
      const page = pageFor(list.name, user);
      toast.success({
        title: `${countOfInventory(report.added, inventory)} added to ${outcome.list.name}`,
        description: textOf(outcome, noun),
        ...(report.entry === null ? {} : { action: { label: 'Undo', onClick: () => void undoAdd(outcome) } }),
        ...(page
          ? {
              link: {
                label: 'Open list',
                onClick: () => void navigate({ to: page, search: { open: outcome.list.id } }),
              },
            }
          : {}),
      });
      onDone();
    } catch (error) {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Add ${countOfInventory(keys.length, inventory)} to a list`}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" disabled={!target || add.isPending}>
            {kind === 'everywhere' ? 'Block everywhere' : 'Add'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SegmentedControl
          label="Add to"
          value={kind}
          onChange={setKind}
          options={[
            { value: 'existing', label: list.label },
            { value: 'new', label: 'New list' },
            ...(canBlockEverywhere ? [{ value: 'everywhere' as const, label: 'Block everywhere' }] : []),
          ]}
          className="self-start"
        />
        {kind === 'existing' ? (
          <Field label={list.label} required hint={lists.error ? messageOf(lists.error) : undefined}>
            <Combobox
              options={(lists.data ?? []).map((each) => ({
                value: each.id,
                label: each.name,
                note: modes.find(({ value }) => value === each.mode)?.label ?? each.mode,
              }))}
              value={listId}
              onChange={setListId}
              placeholder={lists.data?.length === 0 ? `No ${label} yet. Create one.` : 'Choose a list…'}
            />
          </Field>
        ) : null}
        {kind === 'new' ? (
          <div className="flex gap-3">
            <Field label="Name" required className="flex-1">
              <TextField value={name} maxLength={255} onChange={(event) => setName(event.currentTarget.value)} />
            </Field>
            <Field label="Mode" className="w-36">
              <Select options={modes} value={mode} onChange={setMode} />
            </Field>
          </div>
        ) : null}
        {kind === 'everywhere' ? (
          <p className="text-sm text-muted">
            They are added to the block list “{blockAllTarget(inventory)}”, which is applied to every channel that is
            not archived. Add it to channels that you create later, too.
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}

function textOf({ report, channels }: AddOutcome, noun: string): string | undefined {
  const parts = [
    report.unchanged > 0 ? `${report.unchanged} ${report.unchanged === 1 ? 'was' : 'were'} already in the list.` : '',
    report.invalid > 0 ? `${report.invalid} cannot be added to a list of ${noun}.` : '',
    channels === null ? '' : `${channels} ${channels === 1 ? 'channel uses' : 'channels use'} it.`,
  ];
  return parts.filter(Boolean).join(' ') || undefined;
}
