import { useQuery } from '@tanstack/react-query';
import { use, useDeferredValue } from 'react';
import type { OfferedProvider } from '#api/sso/ssoContract.ts';
import { ApiContext } from '../../lib/apiContext.ts';

/** The identity provider of a login by its email domain, while it is typed; null = none. */
export function useOfferedProvider(login: string): OfferedProvider | null {
  const api = use(ApiContext);
  const domain = useDeferredValue(/@([^\s@]+\.[a-z][^\s@]*[a-z\d])$/i.exec(login.trim())?.[1]?.toLowerCase() ?? '');
  const { data } = useQuery({
    queryKey: ['offeredProvider', domain],
    enabled: domain !== '',
    retry: false,
    // The name before the @ makes no difference.
    queryFn: ({ signal }) => api.get('/api/auth/sso', { query: { login: `name@${domain}` }, signal }),
  });
  return (domain !== '' && data?.provider) || null;
}
