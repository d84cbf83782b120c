import { Link } from '@tanstack/react-router';
import type { WhyFix, WhyReason } from '#api/why/whyContract.ts';
import { whatIfFields } from '#model/whatif/whatIf.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { HrefLink } from '../frame/navigation/HrefLink.tsx';
import { useUser } from '../frame/session.ts';
import { parseSearch } from '../lib/searchText.ts';
import { ownerLabels } from './ownerLabels.ts';

/** A loss reason with its owner and links to the field that fixes it; for a known channel also to what-if. */
export function ReasonText({ reason, channelId }: { reason: WhyReason; channelId?: number | undefined }) {
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <span>{reason.text}</span>
      <span className="text-xs text-muted">{ownerLabels[reason.owner]}</span>
      {reason.fix ? <FixLinks fix={reason.fix} channelId={channelId} /> : null}
    </span>
  );
}

const linkClass = 'text-xs text-accent-ink underline underline-offset-2';

/** Links to the field to fix, only its name for users who may not open it, and to what-if with another value. */
function FixLinks({ fix, channelId }: { fix: WhyFix; channelId: number | undefined }) {
  const user = useUser();
  const { field } = parseSearch(fix.path.split('?')[1] ?? '');
  const whatIfSearch = whatIfSearchOf(fix, String(field ?? ''), channelId);
  return (
    <>
      {pageFor(fix.entity, user) ? (
        <HrefLink href={fix.path} className={linkClass}>
          {fix.label}
        </HrefLink>
      ) : (
        <span className="text-xs">{fix.label}</span>
      )}
      {whatIfSearch ? (
        <Link to="/whatif" search={whatIfSearch} className={linkClass}>
          What if?
        </Link>
      ) : null}
    </>
  );
}

/** The query of the what-if page for a field; null where what-if does not support it. */
function whatIfSearchOf({ entity, id }: WhyFix, field: string, channelId: number | undefined) {
  const isWhatIfField = (fields: readonly string[]) => id !== null && fields.includes(field);
  if (entity === 'channel') return isWhatIfField(whatIfFields.channel) ? { channel: id, field } : null;
  if (entity !== 'tag' || channelId === undefined) return null;
  return isWhatIfField(whatIfFields.tag) ? { channel: channelId, tag: id, field } : null;
}
