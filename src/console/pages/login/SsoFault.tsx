import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { ApiContext } from '../../lib/apiContext.ts';
import { Banner } from '../../ui/Banner.tsx';

/** Shows why the last attempt of this browser with an identity provider failed. */
export function SsoFault() {
  const api = use(ApiContext);
  const { data } = useQuery({
    queryKey: ['ssoFault'],
    queryFn: ({ signal }) => api.get('/api/auth/sso/fault', { signal }),
  });
  return data?.message ? <Banner tone="bad">{data.message}</Banner> : null;
}
