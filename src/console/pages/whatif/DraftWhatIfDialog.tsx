import { FlaskConical, Save } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { waterfallRow, type Entity } from '#model/index.ts';
import { maxWhatIfDays, type WhatIfEntity } from '#model/whatif/whatIf.ts';
import type { FormValues } from '../../entities/form/formModel.ts';
import { useRows, type EntityRow } from '../../entities/useEntity.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { messageOf } from '../../lib/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { dayOptions } from './dayOptions.ts';
import { DraftFields } from './DraftFields.tsx';
import { draftChangesOf } from './draftChanges.ts';
import { useReplay } from './useWhatIf.ts';
import { WhatIfResultView } from './WhatIfResultView.tsx';

/** Maximum rows that the API returns in one list. */
const maxRows = 1000;

/**
 * Replays requests of recent days with the unsaved changes of a form, which stay in the form. `field` is the field that
 * the user asks about: only it is tried at first, and a value can be entered here. Without one, all changes are tried.
 */
export function DraftWhatIfDialog({
  entity,
  row,
  form,
  stored,
  field,
  onSave,
  onClose,
}: {
  entity: Entity & { name: WhatIfEntity };
  row: EntityRow;
  form: UseFormReturn<FormValues>;
  stored: FormValues;
  field: string | undefined;
  /** Saves the form. */
  onSave: () => void;
  onClose: () => void;
}) {
  const values = useWatch({ control: form.control });
  const { tried, others } = draftChangesOf(entity, values, stored);
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(
    () => new Set(field === undefined ? [] : tried.map(({ name }) => name).filter((name) => name !== field)),
  );
  const channels = useChannelsOf(entity.name, row);
  const [picked, setPicked] = useState<number | null>(null);
  const [days, setDays] = useState(maxWhatIfDays);
  const whatIf = useReplay();
  const channelId = picked ?? channels.list?.[0]?.id;
  const chosen = tried.filter(({ name }) => !skipped.has(name) && !form.formState.errors[name]);
  const request =
    channelId === undefined || chosen.length === 0
      ? null
      : {
          channelId,
          days,
          changes: [
            {
              entity: entity.name,
              id: row.id,
              values: Object.fromEntries(chosen.map(({ name, value }) => [name, value])),
            },
          ],
        };
  const replayed = whatIf.data;
  const isStale = replayed !== undefined && JSON.stringify(replayed.request) !== JSON.stringify(request);

  // The first result needs no press.
  const hasRun = useRef(false);
  useEffect(() => {
    if (request === null || hasRun.current) return;
    hasRun.current = true;
    if (tried.length > 0 && (field === undefined || tried.some(({ name }) => name === field))) whatIf.mutate(request);
  });

  const run = () => request && whatIf.mutate(request);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      size="xl"
      dismissable={false}
      title="What if?"
      description="Requests of the last days are replayed with your unsaved changes. Nothing changes until you save."
      onSubmit={run}
      footer={
        <>
          <Button onClick={onClose}>Back to the form</Button>
          <Button variant="primary" icon={<Save />} disabled={tried.length + others.length === 0} onClick={onSave}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          {channels.list && channels.list.length > 1 ? (
            <Combobox
              aria-label="Channel"
              clearable={false}
              className="w-72"
              options={channels.list.map(({ id, name }) => ({ value: id, label: name, note: `#${id}` }))}
              value={channelId ?? null}
              onChange={setPicked}
            />
          ) : null}
          <SegmentedControl
            label="Period"
            options={dayOptions}
            value={String(days)}
            onChange={(next) => setDays(Number(next))}
          />
          <Button
            type="submit"
            icon={<FlaskConical />}
            className="ml-auto"
            disabled={request === null}
            loading={whatIf.isPending}
          >
            Run
          </Button>
        </div>
        <DraftFields
          entity={entity}
          form={form}
          stored={stored}
          tried={tried}
          others={others}
          field={field}
          skipped={skipped}
          onSkipped={setSkipped}
        />
        {channels.list && channels.list.length > 1 ? (
          <p className="text-xs text-muted">
            The forecast is for this channel. Saving changes the tag in each of its {channels.list.length} channels.
          </p>
        ) : null}
        {channels.query.error ? (
          <LoadError title="The channels of this tag could not be loaded" query={channels.query} />
        ) : channels.list?.length === 0 ? (
          <EmptyState
            icon={<FlaskConical />}
            title="Not in any channel"
            text="Requests are replayed per channel. Attach the tag to a channel first."
          />
        ) : whatIf.isPending ? (
          <div role="status" aria-label="Replaying requests">
            <Skeleton className="h-32" />
          </div>
        ) : whatIf.error ? (
          <ErrorState title="The what-if could not be run" text={messageOf(whatIf.error)} onRetry={run} />
        ) : replayed ? (
          <>
            {isStale ? (
              <p className="text-xs text-muted">These results are for the previous changes. Run again.</p>
            ) : null}
            <WhatIfResultView
              response={replayed.response}
              onMoreDays={
                days < maxWhatIfDays && request
                  ? () => {
                      setDays(maxWhatIfDays);
                      whatIf.mutate({ ...request, days: maxWhatIfDays });
                    }
                  : null
              }
            />
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

/** The channels in which a change can be tried: the channel itself, or those that a tag is attached to. */
function useChannelsOf(name: WhatIfEntity, row: EntityRow) {
  const isTag = name === 'tag';
  const query = useRows(waterfallRow, { tagId: row.id, size: maxRows }, { isWanted: isTag });
  const attached = query.data?.rows
    .filter(({ tagId }) => tagId === row.id)
    .map(({ channelId, channel }) => ({ id: channelId, name: channel?.name ?? `#${channelId}` }));
  return { list: isTag ? attached : [{ id: row.id, name: row.name ?? '' }], query };
}
