import { Lock } from 'lucide-react';
import type { ComponentType } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useUser } from '../session.ts';
import { isPageInRole } from './pageScopes.ts';

/** A page for users whose custom role includes it; others see why it is empty. */
export function withinRole(path: string, Page: ComponentType): ComponentType {
  return function PageWithinRole() {
    const user = useUser();
    if (isPageInRole(user, path)) return <Page />;
    return (
      <EmptyState
        isPage
        icon={<Lock />}
        title="Not part of your role"
        text={`The role “${user.customRole?.name ?? ''}” does not include this page. Ask the owner of the account for access.`}
      />
    );
  };
}
