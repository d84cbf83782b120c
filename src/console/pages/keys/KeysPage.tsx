import { mayUse } from '#model/index.ts';
import { KeyRound } from 'lucide-react';
import { useUser } from '../../frame/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ManagedKeys } from './ManagedKeys.tsx';

/** API keys, for users who may have some. */
export function KeysPage() {
  if (mayUse(useUser(), 'keys')) return <ManagedKeys />;
  return (
    <EmptyState
      isPage
      icon={<KeyRound />}
      title="No API keys"
      text="Your role cannot have API keys. Ask the owner of the account for one."
    />
  );
}
