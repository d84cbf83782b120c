import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { creative } from '#model/index.ts';
import { ChangeDialog } from '../../entities/bulk/ChangeDialog.tsx';
import { changesOfBulk } from '../../entities/bulk/changeLines.ts';
import type { BulkTarget } from '../../entities/bulk/target.ts';
import { useChanges } from '../../entities/bulk/useChanges.ts';
import { countOf } from '../../entities/statusLabels.ts';
import { NoteField } from './NoteField.tsx';
import { type Verdict, verdictLabels } from './review.ts';

const touched = ['creative'] as const;

/** Approves or rejects the selected creatives after a preview of the outcome of each. */
export function BulkReviewDialog({
  target,
  count,
  verdict,
  onClose,
}: {
  target: BulkTarget;
  count: number;
  verdict: Verdict;
  onClose: (isDone: boolean) => void;
}) {
  const { apply } = useChanges(touched);
  const queryClient = useQueryClient();
  const [note, setNote] = useState('');
  const { verb, done } = verdictLabels[verdict];
  const many = (changed: number) => countOf(changed, creative);
  const isMissing = verdict === 'rejected' && note.trim() === '';
  return (
    <ChangeDialog
      title={`${verb} ${many(count)}`}
      description="Incomplete creatives are listed with what is missing, and stay unchanged."
      form={<NoteField verdict={verdict} value={note} onChange={setNote} isMissing={false} />}
      isReady={!isMissing}
      isPartial
      run={async (step) => {
        const request = { ...target, ...step, review: verdict, note };
        const response = await apply((api) => api.post('/api/demand/creatives/review', { body: request }));
        if (!step.isDryRun) await queryClient.invalidateQueries({ queryKey: ['entity'] });
        return changesOfBulk(creative.name, response);
      }}
      labels={{
        will: (changed) => `${many(changed)} will be ${done}`,
        done: (changed) => `${many(changed)} ${done}`,
        apply: (changed) => `${verb} ${many(changed)}`,
      }}
      touched={touched}
      onClose={onClose}
    />
  );
}
