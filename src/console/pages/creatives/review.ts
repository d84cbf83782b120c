import type { reviewStates } from '#model/index.ts';
import type { PillTone } from '../../ui/Pill.tsx';

/** Whether a creative may be shown. */
export type Review = (typeof reviewStates)[number]['value'];

/** The states of a review, in words and tones. */
export const reviewLabels: Record<Review, { label: string; tone: PillTone }> = {
  pending: { label: 'Pending review', tone: 'warn' },
  approved: { label: 'Approved', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'bad' },
};

/** What a review comes to: what it is called, before and after. */
export const verdictLabels = {
  approved: { verb: 'Approve', done: 'approved' },
  rejected: { verb: 'Reject', done: 'rejected' },
} as const;

/** What a reviewer decides. */
export type Verdict = keyof typeof verdictLabels;
