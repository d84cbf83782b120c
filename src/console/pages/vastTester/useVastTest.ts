import { useMutation } from '@tanstack/react-query';
import { use, useRef } from 'react';
import type { VastTestRequest } from '#api/vastTester/vastTesterContract.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { testedObjectOf } from './findingFix.ts';

/** The device of a test, as sent to the server. */
export type DeviceChoice = Pick<VastTestRequest, 'device' | 'params'>;

/** Runs a test. A new test cancels the previous one. */
export function useVastTest() {
  const api = use(ApiContext);
  const running = useRef<AbortController>(null);
  return useMutation({
    mutationFn: async (request: VastTestRequest) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const test = await api.post('/api/vastTester/tests', { body: request, signal: controller.signal });
      // The key distinguishes two tests of the same tag.
      const device = { device: request.device, params: request.params };
      return { test, device, tested: testedObjectOf(request, test), key: performance.now() };
    },
  });
}

/** Requests trackers through the server, not from the browser. */
export function useFireTrackers(device: DeviceChoice) {
  const api = use(ApiContext);
  return (urls: readonly string[], errorCode: number | undefined) =>
    api.post('/api/vastTester/trackers', {
      body: {
        urls: [...urls],
        ...device,
        ...(errorCode === undefined ? {} : { errorCode }),
      },
    });
}
