import type { Environment, IvtReason } from '#model/index.ts';
import type { Agent, AgentKind } from '#standards/ivt/classifyUserAgent.ts';
import { contradictsAgent, type DeclaredDevice } from './contradictsAgent.ts';

/** The signals of a request for invalid traffic. In a relayed request they are those of the viewer. */
export interface TrafficSignals {
  environment: Environment;
  /** Whether the operator's lists contain the address of the viewer or the caller, or the user agent. */
  isAddressListed: boolean;
  isAgentListed: boolean;
  /** null when a trusted partner calls without sending the viewer's user agent. */
  agent: Agent | null;
  declared: DeclaredDevice;
  /** Whether the address belongs to a hosting provider. */
  isDataCenter: boolean;
  /** Whether the browser prefetched the page (Sec-Purpose, Purpose, X-Moz). */
  isPrefetch: boolean;
  /** Whether the browser's client hints name a headless browser. */
  isHintedHeadless: boolean;
  /** Player size in pixels; null = unknown. */
  width: number | null;
  height: number | null;
  /** Whether the address and user agent send more requests than a viewer would. */
  isTooFrequent: boolean;
}

/** The reason why a request is invalid traffic, by the pre-bid checks of standards 5.1; null = valid. */
export function ivtVerdict(signals: TrafficSignals): IvtReason | null {
  const { agent, width, height } = signals;
  if (signals.isAddressListed) return 'listed_address';
  if (signals.isAgentListed) return 'listed_agent';
  if (signals.isPrefetch) return 'prefetch';
  const rejection = agent && agentRejection(agent, signals);
  if (rejection) return rejection;
  if (signals.isDataCenter) return 'data_center';
  if (agent && contradictsAgent(signals.declared, agent)) return 'device_mismatch';
  if (isHidden(width) && isHidden(height)) return 'hidden_player';
  return signals.isTooFrequent ? 'too_frequent' : null;
}

/** User agents that no viewer has in any environment. */
const rejections: Partial<Record<AgentKind, IvtReason>> = {
  none: 'no_agent',
  overlong: 'not_a_browser',
  headless: 'headless',
  crawler: 'crawler',
  program: 'not_a_browser',
};

/** Apps and TVs have user agents of their own; on the web only browsers are valid. */
function agentRejection({ kind }: Agent, { environment, isHintedHeadless }: TrafficSignals): IvtReason | null {
  const rejection = rejections[kind];
  if (rejection) return rejection;
  const isWeb = environment === 'web' || environment === 'mobileWeb';
  if (kind === 'app' || kind === 'unknown') return isWeb ? 'not_a_browser' : null;
  return isHintedHeadless ? 'headless' : null;
}

/** A player of one pixel is not visible. */
function isHidden(pixels: number | null): boolean {
  return pixels !== null && pixels <= 1;
}
