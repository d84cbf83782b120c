import type { FirstStep } from '#api/dashboard/dashboardContract.ts';
import type { Action, EntityName } from '#model/index.ts';
import type { Mode } from '../../frame/navigation/modes.ts';

type StepTexts = Partial<Record<FirstStep['step'], { label: string; text: string }>>;

/** The texts of the steps of each mode. */
export const firstStepTexts: Readonly<Record<Mode, StepTexts>> = {
  ssp: {
    channel: {
      label: 'Add a channel',
      text: 'The ad endpoint that players call. Its sub-publisher can be added in the same form.',
    },
    demand: {
      label: 'Add a tag to its waterfall',
      text: 'The source of its ads. The tag’s advertiser can be added in the same form.',
    },
    request: { label: 'Put its ad tag into a player', text: 'Done when the first request arrives.' },
    impression: { label: 'Get the first ad', text: 'Done when an ad was served and its impression was counted.' },
  },
  dsp: {
    supplier: { label: 'Add a supplier', text: 'Sends bid requests to its endpoint.' },
    creative: {
      label: 'Add a creative',
      text: 'The ad to show. Done when it is approved. Its advertiser can be added in the same form.',
    },
    campaign: { label: 'Add a campaign', text: 'Sets what to bid, its flight and its budget. Done when it can bid.' },
    request: { label: 'Connect the supplier', text: 'Done when the first bid request arrives.' },
    impression: { label: 'Win the first ad', text: 'Done when an ad was served and its impression was counted.' },
  },
};

/** A link of the console: path and query. */
export interface StepLink {
  to: string;
  search: Record<string, string | number>;
}

/** The place where a step is done or, once it is, where its row is. Undefined when the user may not open it. */
export function stepLinkOf(
  { step, id }: FirstStep,
  {
    mode,
    steps,
    mayDo,
  }: { mode: Mode; steps: readonly FirstStep[]; mayDo: (entity: EntityName, action: Action) => boolean },
): StepLink | undefined {
  const form = (entity: EntityName, to: string, tab?: string): StepLink | undefined => {
    if (id !== null) return mayDo(entity, 'read') ? { to, search: { open: id, ...(tab ? { tab } : {}) } } : undefined;
    return mayDo(entity, 'create') ? { to, search: { open: 'new' } } : undefined;
  };
  switch (step) {
    case 'channel':
      return form('channel', '/channels');
    case 'demand':
      return id === null ? undefined : form('channel', '/channels', 'waterfall');
    case 'supplier':
      return form('supplier', '/suppliers');
    case 'creative':
      return form('creative', '/creatives');
    case 'campaign':
      return form('campaign', '/campaigns');
    case 'request':
      if (id === null) return undefined;
      return mode === 'ssp' ? form('channel', '/channels', 'get-tag') : form('supplier', '/suppliers', 'endpoint');
    case 'impression': {
      if (id === null) return undefined;
      const search: StepLink['search'] = mode === 'ssp' ? { channel: id } : { campaign: id };
      const isCalled = steps.some((each) => each.step === 'request' && each.isDone);
      // Before the first request only a test shows anything.
      return mode === 'ssp' && !isCalled ? { to: '/tester', search } : { to: '/why', search };
    }
    default:
      return step satisfies never;
  }
}
