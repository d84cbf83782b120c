import { useMutation } from '@tanstack/react-query';
import { use } from 'react';
import type { TargetingTest } from '#api/targeting/targetingContract.ts';
import { ApiContext } from '../../lib/apiContext.ts';

export function useTargetingTest() {
  const api = use(ApiContext);
  return useMutation({
    mutationFn: (test: TargetingTest) => api.post('/api/demand/targetings/test', { body: test }),
  });
}
