import { Link } from '@tanstack/react-router';
import type { WhyFix, WhyReason } from '#api/why/whyContract.ts';
import { ownerWords } from './whyWords.ts';

/** Why something was lost, who can mend it, and the way to the field that would. */
export function ReasonText({ reason }: { reason: WhyReason }) {
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <span>{reason.text}</span>
      <span className="text-xs text-muted">{ownerWords[reason.owner]}</span>
      {reason.fix ? <FixLink fix={reason.fix} /> : null}
    </span>
  );
}

/** The way to a field. */
function FixLink({ fix }: { fix: WhyFix }) {
  const [to = '', text = ''] = fix.path.split('?');
  const values = [...new URLSearchParams(text)].map(([name, value]) => [name, name === 'open' ? Number(value) : value]);
  return (
    <Link
      to={to}
      search={Object.fromEntries(values) as Record<string, unknown>}
      className="text-xs text-accent-ink underline underline-offset-2"
    >
      {fix.label}
    </Link>
  );
}
