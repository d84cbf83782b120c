import { fixOf } from '../lib/problems.ts';
import { HrefLink } from './HrefLink.tsx';

/** A link to the page where an error can be fixed; nothing where the server names none. */
export function FixLink({ error }: { error: unknown }) {
  const fix = fixOf(error);
  return fix ? (
    <HrefLink href={fix.href} className="text-sm text-accent-ink underline underline-offset-2">
      {fix.label}
    </HrefLink>
  ) : null;
}
