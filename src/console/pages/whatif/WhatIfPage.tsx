import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FlaskConical, Plus, Save, Split } from 'lucide-react';
import { Suspense, useState } from 'react';
import { channel, mayDo, tag, waterfallRow } from '#model/index.ts';
import { maxWhatIfDays, type WhatIfChange } from '#model/whatif/whatIf.ts';
import { useEditionEntity } from '../../entities/useEditionEntity.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { useSharedList } from '../../lib/lists.ts';
import { messageOf } from '../../lib/problems.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { WhatIfResultView } from './WhatIfResultView.tsx';
import { changesOfDrafts, draftOf, emptyDraft, type ChangeDraft } from './changeDrafts.ts';
import { ChangeRow } from './ChangeRow.tsx';
import { dayOptions } from './dayOptions.ts';
import { useChangedRows, useReplay } from './useWhatIf.ts';
import { whatIfSearchSchema, type WhatIfSearch } from './whatIfSearch.ts';

const SaveDialog = lazyChunk(() => import('./SaveDialog.tsx'), 'SaveDialog');

/**
 * Replays requests of recent days with a change and compares the outcomes. Nothing is saved until the user saves it.
 */
export function WhatIfPage() {
  const search = whatIfSearchSchema.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (part: Partial<WhatIfSearch>) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...whatIfSearchSchema.parse(before), ...part }),
      replace: true,
      resetScroll: false,
    });
  const changeDays = (days: number) => change({ days: days === maxWhatIfDays ? undefined : days });
  const { data: channels = [] } = useSharedList('channels', true);
  const days = search.days ?? maxWhatIfDays;
  return (
    <main className="relative h-full overflow-y-auto bg-canvas">
      <h1 className="bg-surface px-6 pt-5 text-xl font-semibold tracking-tight">What if?</h1>
      <div className="flex flex-wrap items-end gap-3 border-b bg-surface px-6 pt-3 pb-4">
        <div className="w-72">
          <Field label="Channel" labelHidden>
            <Combobox
              clearable={false}
              placeholder="Select a channel"
              options={channels.map(({ id, name }) => ({ value: id, label: name, note: `#${id}` }))}
              value={search.channel ?? null}
              onChange={(id) => change({ channel: id ?? undefined, tag: undefined, field: undefined })}
            />
          </Field>
        </div>
        <SegmentedControl
          label="Period"
          options={dayOptions}
          value={String(days)}
          onChange={(next) => changeDays(Number(next))}
        />
      </div>
      <div className="flex flex-col gap-4 px-6 py-4">
        {search.channel === undefined ? (
          <Card padding="none">
            <EmptyState
              icon={<Split />}
              title="Try a change before you make it"
              text="Select a channel and what to change: its floor, a tag’s tier or rate, a targeting, a cap. Requests of the last days are replayed with the change. Nothing is saved."
            />
          </Card>
        ) : (
          <WhatIfForm
            key={`${search.channel} ${search.tag} ${search.field}`}
            channelId={search.channel}
            search={search}
            onDays={changeDays}
          />
        )}
      </div>
    </main>
  );
}

function WhatIfForm({
  channelId,
  search,
  onDays,
}: {
  channelId: number;
  search: WhatIfSearch;
  onDays: (days: number) => void;
}) {
  const user = useUser();
  const days = search.days ?? maxWhatIfDays;
  const [drafts, setDrafts] = useState<ChangeDraft[]>(() => [draftOf(1, search.tag ?? null, search.field)]);
  const [saving, setSaving] = useState<WhatIfChange[] | null>(null);
  const tagIds = drafts.flatMap(({ tagId }) => tagId ?? []);
  const { rows, error, isPending, refetch } = useChangedRows(channelId, tagIds);
  const entities = {
    channel: useEditionEntity(channel),
    waterfallRow: useEditionEntity(waterfallRow),
    tag: useEditionEntity(tag),
  };
  const whatIf = useReplay();
  const changes = changesOfDrafts(drafts, entities, rows);
  const { request, response } = whatIf.data ?? {};
  const isStale = request !== undefined && JSON.stringify(request) !== JSON.stringify({ channelId, days, changes });
  const maySave = request?.changes.every(({ entity }) => mayDo(user, entity, 'update')) ?? false;
  const nextKey = Math.max(...drafts.map(({ key }) => key)) + 1;

  function replayAllDays() {
    onDays(maxWhatIfDays);
    if (changes) whatIf.mutate({ channelId, days: maxWhatIfDays, changes });
  }

  if (error && !rows.channel) {
    return (
      <ErrorState
        title="The channel could not be loaded"
        text={messageOf(error)}
        onRetry={refetch}
        action={
          <Link to="/channels" className={buttonClass()}>
            Channels
          </Link>
        }
      />
    );
  }
  if (isPending) return <Skeleton className="h-32" />;
  return (
    <>
      <Card
        title="Changes to try"
        padding="none"
        actions={
          <>
            <Button
              size="sm"
              icon={<Plus />}
              onClick={() => setDrafts([...drafts, emptyDraft(nextKey, drafts.at(-1)?.tagId ?? null)])}
            >
              Add change
            </Button>
            <Button
              size="sm"
              variant="primary"
              icon={<FlaskConical />}
              disabled={changes === null}
              loading={whatIf.isPending}
              onClick={() => changes && whatIf.mutate({ channelId, days, changes })}
            >
              Run
            </Button>
          </>
        }
      >
        <ol className="divide-y" aria-label="Changes">
          {drafts.map((draft, index) => (
            <ChangeRow
              key={draft.key}
              draft={draft}
              index={index}
              entities={entities}
              rows={rows}
              isOnlyChange={drafts.length === 1}
              onChange={(next) => setDrafts(drafts.map((each) => (each.key === next.key ? next : each)))}
              onRemove={() => setDrafts(drafts.filter((each) => each !== draft))}
            />
          ))}
        </ol>
      </Card>
      {whatIf.isPending ? (
        <div role="status">
          <Card
            title="Replaying requests"
            actions={
              <Button size="sm" onClick={() => whatIf.cancel()}>
                Cancel
              </Button>
            }
          >
            <Skeleton className="h-32" />
          </Card>
        </div>
      ) : null}
      {whatIf.error && !whatIf.isPending ? (
        <ErrorState
          title="The what-if could not be run"
          text={messageOf(whatIf.error)}
          onRetry={() => changes && whatIf.mutate({ channelId, days, changes })}
        />
      ) : null}
      {response && request && !whatIf.isPending ? (
        <>
          <WhatIfResultView
            response={response}
            onMoreDays={(request.days ?? maxWhatIfDays) < maxWhatIfDays ? replayAllDays : null}
          />
          {response.isTooFew ? null : (
            <div className="flex items-center justify-end gap-3">
              {isStale ? <span className="text-xs text-muted">These results are for the previous changes.</span> : null}
              {maySave ? (
                <Button
                  variant="primary"
                  icon={<Save />}
                  disabled={isStale}
                  onClick={() => setSaving([...request.changes])}
                >
                  Apply changes…
                </Button>
              ) : (
                <span className="text-xs text-muted">Your role cannot make this change.</span>
              )}
            </div>
          )}
        </>
      ) : null}
      {saving ? (
        <Suspense fallback={null}>
          <SaveDialog
            changes={saving}
            versionOf={({ entity, id }) => {
              if (entity === 'channel') return rows.channel?.version;
              if (entity === 'tag') return rows.tags.get(id)?.version;
              return rows.waterfall.find((row) => row.id === id)?.version;
            }}
            onClose={() => setSaving(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
