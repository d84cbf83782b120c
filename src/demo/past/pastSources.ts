import { demoNetwork } from '../demoNetwork.ts';
import type { SeededNetwork } from '../seed.ts';
import { demoSuppliers } from '../suppliers/demoSuppliers.ts';
import { dayIn } from './campaignDelivery.ts';
import { createChannelSource, type PastSource } from './channelRows.ts';
import { storyOf } from './story.ts';
import { createSupplierSource } from './supplierRows.ts';

/** The sources of a network's past facts: its channels and suppliers, since the history's start. */
export function createPastSources(
  network: SeededNetwork,
  { installedAt, start }: { installedAt: number; start: number },
): PastSource[] {
  const story = storyOf(installedAt);
  const firstDay = dayIn(network.account.timezone, start);
  const ofChannels = demoNetwork.channels.flatMap((plan) => {
    const channel = network.channels.find(({ name }) => name === plan.name);
    return channel ? [createChannelSource(network, { plan, channel }, story)] : [];
  });
  return [
    ...ofChannels,
    ...demoSuppliers.map((supplier) => createSupplierSource(network, supplier, { story, firstDay })),
  ];
}
