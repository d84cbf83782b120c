import { Link, useParams, useSearch } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { mayUse } from '#model/index.ts';
import { canUseMetric } from '#reports/index.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { HrefLink } from '../../frame/navigation/HrefLink.tsx';
import { useUser } from '../../frame/session.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { RawSearch } from '../reports/builder/url/reportSearch.ts';
import { ReportScreen } from '../reports/builder/ReportScreen.tsx';
import { basicMetrics } from './layouts.ts';
import { verificationReport } from './verificationReport.ts';
import { QuotaMeters } from './QuotaMeters.tsx';
import { ResultsCard } from './ResultsCard.tsx';

/** The verification report, for users whose account has verification; others see what is missing. */
export function VerificationPage() {
  const user = useUser();
  const raw: RawSearch = useSearch({ strict: false });
  const { id }: { id?: string } = useParams({ strict: false });
  if (!mayUse(user, 'reports')) {
    return (
      <EmptyState
        isPage
        icon={<ShieldCheck />}
        title="No access to postbid reports"
        text="Your role has no access to reports. Ask the admin of your account for access."
      />
    );
  }
  const accounts = pageFor('demand', user);
  if (!user.showPostbidPix && !user.showPostbidWh) {
    return (
      <EmptyState
        isPage
        icon={<ShieldCheck />}
        title="Postbid is not enabled"
        text="Postbid pix and Postbid wh are not enabled for this account. The platform operator can enable them. Admins: act as an account that has one of them."
        action={
          accounts ? (
            <HrefLink href={accounts} className={buttonClass('secondary')}>
              Accounts
            </HrefLink>
          ) : null
        }
      />
    );
  }
  if (!basicMetrics.some((key) => canUseMetric(user, key))) {
    return (
      <EmptyState
        isPage
        icon={<ShieldCheck />}
        title="No postbid data for your role"
        text="Post-bid verification is shown to the account that pays for it."
        action={
          <Link to="/report/{-$id}" className={buttonClass('secondary')}>
            Open report
          </Link>
        }
      />
    );
  }
  return (
    <ReportScreen user={user} kind={verificationReport} raw={raw} id={id}>
      <QuotaMeters />
      <ResultsCard user={user} />
    </ReportScreen>
  );
}
