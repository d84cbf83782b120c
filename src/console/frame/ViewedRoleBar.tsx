import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { managerRoles } from '#model/index.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { sessionStore } from '../lib/browserStorage.ts';
import { errorToast } from '../lib/errorToast.ts';
import { isSignedOut } from '../lib/query.ts';
import { Banner } from '../ui/Banner.tsx';
import { useToast } from '../ui/overlay/ToastProvider.tsx';
import { clearClientStore } from './clientStore.ts';

/** The bar over every page while the owner of an account sees the console as a role, with the button that ends it. */
export function ViewedRoleBar({ user }: { user: SessionUser }) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();
  if (user.viewedRole === null) return null;

  async function end() {
    try {
      await api.delete('/api/session/viewedRole');
      clearClientStore(sessionStore, user);
      queryClient.clear();
      location.assign('/roles');
    } catch (error) {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    }
  }

  return (
    <Banner
      tone="accent"
      bar
      className="shrink-0 px-4"
      action={
        <button
          type="button"
          onClick={() => void end()}
          className="rounded-sm px-1.5 py-0.5 font-medium underline underline-offset-3 focus-visible:outline-2 focus-visible:outline-on-accent"
        >
          Back to your own role
        </button>
      }
    >
      You see the console as <strong className="font-semibold">{nameOf(user)}</strong>. Changes are saved in your name.
    </Banner>
  );
}

/** The name of the viewed role. */
function nameOf({ viewedRole, customRole }: SessionUser): string {
  const builtIn = managerRoles.find(({ value }) => value === viewedRole);
  return builtIn?.label.split(':')[0] ?? customRole?.name ?? '';
}
