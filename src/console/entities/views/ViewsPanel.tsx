import { Check, Trash2, Users } from 'lucide-react';
import { useState, use } from 'react';
import type { SavedView } from '#api/views/viewContract.ts';
import { accountRoles } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { messageOf } from '../../lib/problems.ts';
import { isSignedOut } from '../../lib/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/field/Checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiContext } from '../../lib/apiContext.ts';

/** Selects, saves and deletes saved views of a page. */
export function ViewsPanel({
  page,
  present,
  onChoose,
}: {
  page: string;
  /** The current state, in a saved view's form. */
  present: string;
  onChoose: (search: string) => void;
}) {
  const { role } = useUser();
  const toast = useToast();
  const { views, save, remove } = useSavedViews(page);
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const isReplacing = views.data?.some((view) => view.isOwn && isSameName(view.name, name)) ?? false;

  function complain(error: unknown) {
    if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
  }
  const saveView = () =>
    save.mutate(
      { name: name.trim(), search: present, isShared },
      {
        onSuccess: (view) => {
          setName('');
          setShared(false);
          toast.success({ title: 'View saved', description: view.name });
        },
        onError: complain,
      },
    );

  return (
    <div className="flex flex-col">
      <div className="max-h-72 overflow-y-auto p-1">
        {views.data ? (
          <ViewList
            views={views.data}
            present={present}
            onChoose={onChoose}
            onRemove={(view) =>
              remove.mutate(view.id, {
                onSuccess: () => toast.success({ title: 'View deleted', description: view.name }),
                onError: complain,
              })
            }
          />
        ) : views.isError ? (
          <div className="flex items-center justify-between gap-3 px-2 py-2">
            <p className="text-sm text-bad">{messageOf(views.error)}</p>
            <Button size="sm" onClick={() => void views.refetch()} loading={views.isFetching}>
              Try again
            </Button>
          </div>
        ) : (
          <Skeleton className="m-1 h-6" />
        )}
      </div>
      <form
        className="flex flex-col gap-2.5 border-t bg-sunken p-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '' && !save.isPending) saveView();
        }}
      >
        <Field label="Save current view as" hint={isReplacing ? 'Replaces your view with this name.' : undefined}>
          <TextField
            value={name}
            maxLength={100}
            autoComplete="off"
            placeholder="View name"
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        <div className="flex items-center justify-between gap-3">
          {accountRoles.includes(role) ? (
            <Checkbox
              label="Share with the account"
              checked={isShared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          ) : (
            <span />
          )}
          <Button type="submit" size="sm" variant="primary" disabled={name.trim() === ''} loading={save.isPending}>
            Save view
          </Button>
        </div>
      </form>
    </div>
  );
}

function ViewList({
  views,
  present,
  onChoose,
  onRemove,
}: {
  views: readonly SavedView[];
  present: string;
  onChoose: (search: string) => void;
  onRemove: (view: SavedView) => void;
}) {
  if (views.length === 0) {
    return (
      <p className="px-2 py-2 text-sm text-muted">
        No saved views yet. A view stores filters, sort order, columns and their widths.
      </p>
    );
  }
  return (
    <ul aria-label="Saved views">
      {views.map((view) => {
        const isPresent = view.search === present;
        return (
          <li key={view.id} className="flex items-center gap-1">
            <button
              type="button"
              aria-pressed={isPresent}
              onClick={() => onChoose(view.search)}
              className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left text-sm hover:bg-hover"
            >
              <Check aria-hidden className={cx('size-3.5 shrink-0', !isPresent && 'invisible')} />
              <span className="min-w-0 flex-1 truncate" dir="auto" title={view.name}>
                {view.name}
              </span>
              {view.isShared ? (
                <span className="inline-flex shrink-0 items-center gap-1 text-2xs text-muted">
                  <Users aria-hidden className="size-3" />
                  {view.isOwn ? 'Shared' : 'From a colleague'}
                </span>
              ) : null}
            </button>
            {view.isOwn ? (
              <IconButton
                size="sm"
                label={`Delete view ${view.name}`}
                icon={<Trash2 />}
                onClick={() => onRemove(view)}
              />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.trim().toLowerCase();
}

/** The saved views of a page, the user's own and those shared in the account, with their mutations. */
function useSavedViews(page: string) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const queryKey = ['views', page];
  const onSettled = () => queryClient.invalidateQueries({ queryKey });
  const views = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/api/views', { query: { page }, signal }),
  });
  const save = useMutation({
    mutationFn: (view: Pick<SavedView, 'name' | 'search' | 'isShared'>) =>
      api.post('/api/views', { body: { page, ...view } }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: number) => api.delete('/api/views/{id}', { params: { id } }),
    onSettled,
  });
  return { views, save, remove };
}
