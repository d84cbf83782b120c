import { useSearch } from '@tanstack/react-router';
import { useUser } from '../../frame/session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { AccountFactorCard } from './AccountFactorCard.tsx';
import { OwnIdentityCard } from './OwnIdentityCard.tsx';
import { OwnPasswordCard } from './OwnPasswordCard.tsx';
import { OwnSessionsCard } from './OwnSessionsCard.tsx';
import { SecondFactorsCard } from './SecondFactorsCard.tsx';

/** The user's own second factors, password and sessions. */
export function SignInPage() {
  const { name, login, adminId } = useUser();
  const { sso }: { sso?: string } = useSearch({ strict: false });
  return (
    <main className="h-full overflow-y-auto">
      <div className="flex max-w-3xl flex-col gap-5 p-6">
        <div>
          <h1 className="text-xl font-semibold tracking-tight">Your sign-in</h1>
          <p className="text-sm text-muted">
            {name} · login {login}
          </p>
        </div>
        {adminId === null ? (
          <>
            <SecondFactorsCard />
            <OwnPasswordCard />
            <OwnIdentityCard outcome={sso} />
            <OwnSessionsCard />
            <AccountFactorCard />
          </>
        ) : (
          <Banner tone="info">
            You act as {name}. Your own password, second factors and sessions are here once you are back to admin.
          </Banner>
        )}
      </div>
    </main>
  );
}
