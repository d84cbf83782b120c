import { Download, ListPlus, SearchX, Trash2, Upload } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { entities, type Entity, type EntityName } from '#model/index.ts';
import { maxMembers } from '#model/lists/listMembers.ts';
import { FieldLink } from '../entities/form/FieldLink.tsx';
import type { EntityRow } from '../entities/useEntity.ts';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';
import { addressOf } from '../lib/api.ts';
import { formatCount } from '../lib/format.ts';
import { errorToast } from '../lib/errorToast.ts';
import { isSignedOut } from '../lib/query.ts';
import { useDelayed } from '../lib/useDelayed.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import type { Column, RowId, Sort } from '../ui/table/column.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LoadError } from '../frame/errors/LoadError.tsx';
import { Pager } from '../ui/table/Pager.tsx';
import { SearchBox } from '../ui/field/SearchBox.tsx';
import { useToast } from '../ui/overlay/ToastProvider.tsx';
import { memberCount, memberTexts } from './memberTexts.ts';
import { useMemberToasts } from './useMemberToasts.ts';
import { useMembers, useSendLines } from './useMembers.ts';

const ChangeMembersDialog = lazyChunk(() => import('./ChangeMembersDialog.tsx'), 'ChangeMembersDialog');

type Member = { value: string };
const noneChosen: ReadonlySet<RowId> = new Set();

/** The members of a list: pages, search and actions. */
export function MembersTab({
  entity: name,
  row,
  isReadOnly,
}: {
  entity: EntityName;
  row: EntityRow;
  isReadOnly: boolean;
}) {
  const entity: Entity = entities[name];
  const texts = memberTexts(name, row);
  const count = memberCount(name, row);
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(50);
  const [sort, setSort] = useState<Sort>({ id: 'value', direction: 'asc' });
  const [chosen, setChosen] = useState(noneChosen);
  const [isChanging, setChanging] = useState(false);
  const [isDialogWanted, setDialogWanted] = useState(false);
  const order = sort.direction === 'desc' ? '-value' : 'value';
  const query = { q, page, size, sort: order } as const;
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useMembers(entity, row.id, query);
  const isLate = useDelayed(isPending);
  const isStale = useDelayed(isPlaceholderData);
  const columns = useMemo<Column<Member>[]>(
    () => [{ id: 'value', header: texts.label, cell: ({ value }) => value, width: 320, grow: true, sortable: true }],
    [texts.label],
  );

  function changeView(next: { q?: string; page?: number; size?: number; sort?: Sort }) {
    setQ(next.q ?? q);
    setSize(next.size ?? size);
    setSort(next.sort ?? sort);
    setPage(next.page ?? 1);
    setChosen(noneChosen);
  }
  function openDialog() {
    setDialogWanted(true);
    setChanging(true);
  }

  const changeButton = isReadOnly ? null : (
    <Button icon={<ListPlus />} variant={count === 0 ? 'primary' : 'secondary'} onClick={openDialog}>
      Edit members
    </Button>
  );
  return (
    <div className="flex flex-col gap-3">
      {row['mode'] === 'allow' && count === 0 ? (
        <Banner
          tone="bad"
          title="This allow list has no members."
          action={
            isReadOnly ? null : (
              <FieldLink field="mode" className={buttonClass('secondary', 'sm')}>
                Change mode
              </FieldLink>
            )
          }
        >
          An empty allow list blocks all traffic wherever it is applied. Add members, or change the mode of the list.
        </Banner>
      ) : null}
      <div className="flex items-center justify-between gap-3">
        <SearchBox
          label="Search members"
          placeholder="Search members…"
          shortcut={false}
          value={q}
          onChange={(next) => changeView({ q: next.trim() })}
          className="w-64"
        />
        <div className="flex items-center gap-2">
          {chosen.size > 0 && !isReadOnly ? (
            <RemoveChosen entity={entity} id={row.id} chosen={chosen} onDone={() => setChosen(noneChosen)} />
          ) : null}
          {count > 0 ? (
            <a
              href={addressOf('/api/{entity}/{id}/members.txt', { entity, params: { id: row.id } })}
              download
              className={buttonClass('ghost')}
            >
              <Download />
              Download
            </a>
          ) : null}
          {count > 0 ? changeButton : null}
        </div>
      </div>
      <DataTable
        label="Members"
        className="max-h-[55vh] min-h-40 rounded-lg border"
        columns={columns}
        rows={data?.rows ?? []}
        rowId={({ value }) => value}
        rowName={({ value }) => value}
        sort={sort}
        onSort={(next) => changeView({ sort: next })}
        {...(isReadOnly ? {} : { selection: chosen, onSelection: setChosen })}
        density="compact"
        page={page}
        loading={isLate}
        stale={isStale}
        rowCount={(data?.total ?? 0) + 1}
        empty={
          error && !data ? (
            <LoadError title="The members could not be loaded" query={{ error, refetch, isFetching }} />
          ) : !data ? null : q !== '' ? (
            <EmptyState
              icon={<SearchX />}
              title="No members match"
              text={`No member contains “${q}”.`}
              action={<Button onClick={() => changeView({ q: '' })}>Clear the search</Button>}
            />
          ) : (
            <EmptyState
              icon={<Upload />}
              title="No members"
              text={`${texts.hint} Paste them or choose a file: up to ${formatCount(maxMembers)} members.`}
              action={changeButton}
            />
          )
        }
      />
      {data && data.total > 0 ? (
        <Pager
          page={page}
          size={size}
          total={data.total}
          noun="members"
          onPage={(next) => changeView({ page: next })}
          onSize={(next) => changeView({ size: next })}
        />
      ) : null}
      {isDialogWanted ? (
        <Suspense fallback={null}>
          <ChangeMembersDialog
            open={isChanging}
            entity={entity}
            row={row}
            texts={texts}
            onClose={() => setChanging(false)}
            onDone={() => changeView({})}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Removes the selected members without confirmation, as it can be undone. */
function RemoveChosen({
  entity,
  id,
  chosen,
  onDone,
}: {
  entity: Entity;
  id: number;
  chosen: ReadonlySet<RowId>;
  onDone: () => void;
}) {
  const toast = useToast();
  const send = useSendLines(entity, id);
  const showResult = useMemberToasts(entity, id);
  function remove() {
    const text = new Blob([[...chosen].join('\n')], { type: 'text/plain' });
    const neverAborted = new AbortController().signal;
    send.mutate(
      { text, mode: 'remove', isDryRun: false, onProgress: () => undefined, signal: neverAborted },
      {
        onSuccess: (report) => {
          showResult(report);
          onDone();
        },
        onError: (error) => {
          if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
        },
      },
    );
  }
  return (
    <Button icon={<Trash2 />} loading={send.isPending} onClick={remove}>
      Remove {formatCount(chosen.size)}
    </Button>
  );
}
