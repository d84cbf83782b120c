import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { use, useState } from 'react';
import { creative, type Entity } from '#model/index.ts';
import { faultTarget } from '../../entities/faultTarget.ts';
import { cacheRow, type EntityRow } from '../../entities/useEntity.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { ApiError } from '../../lib/problems.ts';
import { isSignedOut } from '../../lib/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { NoteField } from './NoteField.tsx';
import { type Verdict, verdictLabels } from './review.ts';

/** Approves or rejects the version of a creative that was viewed, with a note for its owner. */
export function ReviewDialog({ row, verdict, onClose }: { row: EntityRow; verdict: Verdict; onClose: () => void }) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();
  const [note, setNote] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const { verb, done } = verdictLabels[verdict];
  const isMissing = verdict === 'rejected' && note.trim() === '';
  const review = useMutation({
    mutationFn: () =>
      api.post('/api/demand/creatives/{id}/review', {
        params: { id: row.id },
        body: { review: verdict, note, version: row.version },
      }),
    onSuccess: (reviewed) => {
      cacheRow(queryClient, creative, reviewed);
      void queryClient.invalidateQueries({ queryKey: ['entity'] });
      toast.success({ title: `Creative ${done}`, description: row.name ?? '' });
      onClose();
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      if (!(error instanceof ApiError)) toast.error(errorToast('Error on save', error));
      // The creative may have changed since it was loaded.
      void queryClient.invalidateQueries({ queryKey: ['entity'] });
    },
  });
  const problems = review.error instanceof ApiError ? review.error.problems : [];

  function submit() {
    setSubmitted(true);
    if (!isMissing) review.mutate();
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      size="sm"
      title={`${verb} ${row.name ?? 'this creative'}?`}
      description={
        verdict === 'approved'
          ? 'Campaigns can show it from now on, until the ad is changed.'
          : 'No campaign shows it until it is changed and approved.'
      }
      dismissable={note === ''}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={verdict === 'approved' ? 'primary' : 'danger'} loading={review.isPending}>
            {verb}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problems.length > 0 ? (
          <Banner tone="bad" title={`It cannot be ${done}.`}>
            <ul className="mt-1 flex list-disc flex-col gap-0.5 pl-4">
              {problems.map(({ path, code, message }) => (
                <li key={`${path} ${code} ${message}`}>
                  {message} <PlaceLink id={row.id} path={path} onClick={onClose} />
                </li>
              ))}
            </ul>
          </Banner>
        ) : null}
        <NoteField verdict={verdict} value={note} onChange={setNote} isMissing={isSubmitted && isMissing} />
      </div>
    </Dialog>
  );
}

/** A link to the field or tab that a problem names. */
function PlaceLink({ id, path, onClick }: { id: number; path: string; onClick: () => void }) {
  const { fields }: Entity = creative;
  const target = faultTarget(creative, path);
  const label = fields[path]?.label;
  return label && (target.field || target.tab) ? (
    <Link to="/creatives" search={{ open: id, ...target }} onClick={onClick} className="underline underline-offset-2">
      {label}
    </Link>
  ) : null;
}
