import type { SupplyReason } from '#model/index.ts';
import type { ChannelPlan } from './plan.ts';
import type { RequestTraits } from '../targeting/requestTraits.ts';
import { failingRule } from '../targeting/rule.ts';

/** The reason why a request to a channel gets no ad before any candidate is considered; null when it passes. */
export function supplyGate(plan: ChannelPlan, traits: RequestTraits, now: number): SupplyReason | null {
  if (plan.gate) return plan.gate;
  if (now < plan.cappedUntil) return 'cap_reached';
  return failingRule(plan.rules, traits);
}
