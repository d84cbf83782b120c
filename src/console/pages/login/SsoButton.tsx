import { Building2 } from 'lucide-react';
import type { OfferedProvider } from '#api/sso/ssoContract.ts';
import { Button } from '../../ui/Button.tsx';

/** Leads to an identity provider, and afterward to a page of the console. `isOnly`: there is no other way to sign in. */
export function SsoButton({ provider, next, isOnly }: { provider: OfferedProvider; next: string; isOnly: boolean }) {
  return (
    <Button
      variant={isOnly ? 'primary' : 'secondary'}
      icon={<Building2 />}
      className="w-full"
      onClick={() => location.assign(startOf(provider, next))}
    >
      Sign in with {provider.name}
    </Button>
  );
}

/** The URL at which a sign-in with a provider starts. */
export function startOf({ id }: OfferedProvider, next: string): string {
  return `/api/auth/sso/${id}/start?${new URLSearchParams({ next }).toString()}`;
}
