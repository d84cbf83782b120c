import { classifyUserAgent } from '#standards/ivt/classifyUserAgent.ts';
import type { AgentList } from '../agentList.ts';

const robots: ReadonlySet<string> = new Set(['crawler', 'headless', 'program']);

/** Whether a user agent that was accepted before is known as a robot now, or is on the operator's list. */
export function isRobotAgent(agent: string, listed: AgentList): boolean {
  return agent !== '' && (listed.has(agent) || robots.has(classifyUserAgent(agent).kind));
}
