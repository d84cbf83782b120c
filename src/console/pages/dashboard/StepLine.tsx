import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import type { StepLink } from './firstStepTexts.ts';

/** One step to the first ad: whether it is done, and where or how to do it. */
export function StepLine({
  isDone,
  label,
  text,
  link,
}: {
  isDone: boolean;
  label: string;
  text: string;
  link?: StepLink | undefined;
}) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex items-baseline gap-2 px-4 py-2 text-sm">
      <Icon
        role="img"
        aria-label={isDone ? 'Done' : 'To do'}
        className={`size-4 shrink-0 self-center ${isDone ? 'text-good' : 'text-muted'}`}
      />
      {link ? (
        <Link {...link} className="cell-link shrink-0 font-medium">
          {label}
        </Link>
      ) : (
        <span className="shrink-0 font-medium">{label}</span>
      )}
      <span className="min-w-0 text-muted">{text}</span>
    </li>
  );
}
