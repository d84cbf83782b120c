import { useQueryClient } from '@tanstack/react-query';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { sessionStore } from '../lib/browserStorage.ts';
import { Banner } from '../ui/Banner.tsx';
import { clearClientStore, endActingUrl } from './clientStore.ts';

/** The bar over every page while an admin acts as another user, with the button that ends it. */
export function ActingBar({ user }: { user: SessionUser }) {
  const queryClient = useQueryClient();
  if (user.adminId === null) return null;
  return (
    <Banner
      tone="accent"
      bar
      className="shrink-0 px-4"
      action={
        <a
          href={endActingUrl(user.adminId)}
          onClick={() => {
            clearClientStore(sessionStore, user);
            queryClient.clear();
          }}
          className="rounded-sm px-1.5 py-0.5 font-medium underline underline-offset-3 focus-visible:outline-2 focus-visible:outline-on-accent"
        >
          Back to {user.adminName ?? 'the admin'}
        </a>
      }
    >
      You are acting as <strong className="font-semibold">{user.name}</strong>
      {user.accountName === null ? null : ` · ${user.accountName}`}
    </Banner>
  );
}
