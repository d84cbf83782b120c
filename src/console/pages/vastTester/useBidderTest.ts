import { useMutation } from '@tanstack/react-query';
import { use, useRef } from 'react';
import type { BidderTestRequest } from '#api/bidderTest/bidderTestContract.ts';
import { ApiContext } from '../../lib/apiContext.ts';

/** Tests a bidder. A new test cancels the previous one. */
export function useBidderTest() {
  const api = use(ApiContext);
  const running = useRef<AbortController>(null);
  return useMutation({
    mutationFn: async (request: BidderTestRequest) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const test = await api.post('/api/vastTester/bidders', { body: request, signal: controller.signal });
      // The key distinguishes two tests of the same tag.
      return { request, test, key: performance.now() };
    },
  });
}
