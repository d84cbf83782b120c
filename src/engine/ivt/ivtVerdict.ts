import type { Environment, IvtReason } from '#model/index.ts';
import type { Agent, AgentKind } from '#standards/ivt/classifyUserAgent.ts';
import { contradictsAgent, type DeclaredDevice } from './contradictsAgent.ts';

/** What tells of a request whether somebody watches. Where a request was relayed, all of it is of the viewer. */
export interface TrafficSignals {
  environment: Environment;
  /** Whether the operator's lists name the viewer's address or that of whoever asks; and the user agent. */
  isAddressListed: boolean;
  isAgentListed: boolean;
  /** null where a trusted partner asks and does not tell the viewer's. */
  agent: Agent | null;
  declared: DeclaredDevice;
  /** Whether the address belongs to a host. */
  isDataCentre: boolean;
  /** Whether the browser fetched the page ahead (Sec-Purpose, Purpose, X-Moz). */
  isPrefetch: boolean;
  /** Whether the browser's client hints name one without a screen. */
  isHintedHeadless: boolean;
  /** Size of the player in pixels; null where it is not told. */
  width: number | null;
  height: number | null;
  /** Whether the address and user agent have asked more often than viewers do. */
  isTooFrequent: boolean;
}

/** Why a request is invalid traffic, by the checks before the bid of standards 5.1; null where nothing speaks against it. */
export function ivtVerdict(signals: TrafficSignals): IvtReason | null {
  const { agent, width, height } = signals;
  if (signals.isAddressListed) return 'listed_address';
  if (signals.isAgentListed) return 'listed_agent';
  if (signals.isPrefetch) return 'prefetch';
  const refusal = agent && agentRefusal(agent, signals);
  if (refusal) return refusal;
  if (signals.isDataCentre) return 'data_centre';
  if (agent && contradictsAgent(signals.declared, agent)) return 'device_mismatch';
  if (isHidden(width) && isHidden(height)) return 'hidden_player';
  return signals.isTooFrequent ? 'too_frequent' : null;
}

/** What is nobody's user agent anywhere. */
const refusals: Partial<Record<AgentKind, IvtReason>> = {
  none: 'no_agent',
  overlong: 'not_a_browser',
  headless: 'headless',
  crawler: 'crawler',
  program: 'not_a_browser',
};

/** Apps and TVs have user agents of their own; on the web there are browsers alone. */
function agentRefusal({ kind }: Agent, { environment, isHintedHeadless }: TrafficSignals): IvtReason | null {
  const refusal = refusals[kind];
  if (refusal) return refusal;
  const isWeb = environment === 'web' || environment === 'mobileWeb';
  if (kind === 'app' || kind === 'unknown') return isWeb ? 'not_a_browser' : null;
  return isHintedHeadless ? 'headless' : null;
}

/** Nobody sees a player of one pixel. */
function isHidden(pixels: number | null): boolean {
  return pixels !== null && pixels <= 1;
}
