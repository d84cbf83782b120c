import type { Entity } from '#model/index.ts';
import type { UndoReport } from '#model/lists/listMembers.ts';
import { formatCount } from '../lib/format.ts';
import { errorToast } from '../lib/errorToast.ts';
import { isSignedOut } from '../lib/query.ts';
import { useToast } from '../ui/overlay/ToastProvider.tsx';
import { useUndoMembers } from './useMembers.ts';

/** Returns a function that reports a change of members in a toast with Undo. */
export function useMemberToasts(entity: Entity, id: number) {
  const toast = useToast();
  const undo = useUndoMembers(entity, id);

  function undone(entry: number) {
    undo.mutate(entry, {
      onSuccess: (report) => toast.success({ title: 'Undone', description: memberChangeText(report) }),
      onError: (error) => {
        if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
      },
    });
  }

  /** Shows the result of a change; a null entry = nothing changed. */
  return function showResult({ entry, ...counts }: UndoReport) {
    const description = memberChangeText(counts);
    if (entry === null) return toast.info({ title: 'Nothing changed', description });
    return toast.success({
      title: 'Members changed',
      description,
      action: { label: 'Undo', onClick: () => undone(entry) },
    });
  };
}

/** Formats a change: "1,204 added, 3 removed; 5,000 members now". */
export function memberChangeText({ added, removed, total }: Omit<UndoReport, 'entry'>): string {
  const parts = [
    added > 0 ? `${formatCount(added)} added` : '',
    removed > 0 ? `${formatCount(removed)} removed` : '',
  ].filter(Boolean);
  const now = `${formatCount(total)} ${total === 1 ? 'member' : 'members'} now`;
  return parts.length === 0 ? now : `${parts.join(', ')}; ${now}`;
}
