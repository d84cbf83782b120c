import { Link } from '@tanstack/react-router';
import { Badge } from '../ui/Badge.tsx';

/** The name cell of the account's own campaigns in a waterfall, which compete for its impressions with their bids. */
export function OwnCampaignsName() {
  return (
    <span className="flex min-w-0 flex-col">
      <Link to="/campaigns" className="cell-link truncate leading-4">
        Own campaigns
      </Link>
      <span className="flex min-w-0 items-center gap-2">
        <Badge className="h-4! shrink-0">DSP</Badge>
        <span className="truncate text-2xs leading-4 text-muted">Campaigns that run in this channel</span>
      </span>
    </span>
  );
}
