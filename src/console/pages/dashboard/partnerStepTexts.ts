import type { FirstStep } from '#api/dashboard/dashboardContract.ts';

/** Label and text of a partner's step. Steps of the account, by its name, say whom to ask until they are done. */
export function partnerStepText({ step, isDone }: FirstStep, account: string): { label: string; text: string } {
  const ask = (text: string) => (isDone ? '' : text);
  switch (step) {
    case 'channel':
      return { label: 'Channel', text: ask(`Ask ${account} to set it up. Its ad tag is then shown here.`) };
    case 'demand':
      return { label: 'Ads for the channel', text: ask(`Ask ${account} to add them to the channel.`) };
    case 'request':
      return { label: 'Put the ad tag into your player', text: 'Done when the first request arrives.' };
    case 'creative':
      return { label: 'Approved ads', text: ask(`Send your ads to ${account}, who uploads and reviews them.`) };
    case 'campaign':
      return { label: 'Campaign', text: ask(`Ask ${account} to start one, with your budget and dates.`) };
    case 'impression':
      return { label: 'First ad', text: 'Done when an ad was served and its impression was counted.' };
    case 'supplier':
      return { label: 'Supplier', text: ask(`Ask ${account} to add one.`) };
    default:
      return step satisfies never;
  }
}

/** The first thing that is missing, for a partner whose ads ran before or never did. */
export function partnerStepsSummary(steps: readonly FirstStep[]): string {
  const isDone = (step: FirstStep['step']) => steps.some((each) => each.step === step && each.isDone);
  const has = (step: FirstStep['step']) => steps.some((each) => each.step === step);
  if (steps.every((each) => each.isDone)) return 'The first ad was served and counted.';
  if (has('channel') && !isDone('channel')) return 'You have no active channel yet.';
  if (has('request') && !isDone('request')) return 'No requests arrived in the last 30 days.';
  if (has('demand') && !isDone('demand')) return 'Your channels have no ads at the moment.';
  if (has('campaign') && !isDone('campaign')) return 'No campaign or tag is running at the moment.';
  return 'No ad was counted in the last 30 days.';
}
