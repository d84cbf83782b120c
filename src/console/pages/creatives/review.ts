import type { reviewStates } from '#model/index.ts';
import type { PillTone } from '../../ui/Pill.tsx';

/** Review state of a creative. */
export type Review = (typeof reviewStates)[number]['value'];

/** Labels and tones of the review states. */
export const reviewLabels: Record<Review, { label: string; tone: PillTone }> = {
  pending: { label: 'Pending review', tone: 'warn' },
  approved: { label: 'Approved', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'bad' },
};

/** Labels of each verdict, before and after the decision. */
export const verdictLabels = {
  approved: { verb: 'Approve', done: 'approved' },
  rejected: { verb: 'Reject', done: 'rejected' },
} as const;

export type Verdict = keyof typeof verdictLabels;
