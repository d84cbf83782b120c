import { useMutation } from '@tanstack/react-query';
import { use, useRef } from 'react';
import type { VastTestRequest } from '#api/vastTester/vastTesterContract.ts';
import { ApiContext } from '../../lib/apiContext.ts';

/** The device of a test, as the server takes it. */
export type DeviceChoice = Pick<VastTestRequest, 'device' | 'params'>;

/** A test and how it went. A new one ends the one before. */
export function useVastTest() {
  const api = use(ApiContext);
  const running = useRef<AbortController>(null);
  return useMutation({
    mutationFn: async (request: VastTestRequest) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const test = await api.post('/api/tools/vastTest', { body: request, signal: controller.signal });
      // The number tells two tests of the same tag apart.
      return { test, device: { device: request.device, params: request.params }, key: performance.now() };
    },
  });
}

/** Calls trackers through the server: nothing leaves the browser. */
export function useFireTrackers(device: DeviceChoice) {
  const api = use(ApiContext);
  return (urls: readonly string[], errorCode: number | undefined) =>
    api.post('/api/tools/fireTrackers', {
      body: {
        urls: [...urls],
        ...device,
        ...(errorCode === undefined ? {} : { errorCode }),
      },
    });
}
