import { classifyUserAgent } from '#standards/ivt/classifyUserAgent.ts';
import type { AgentList } from '../agentList.ts';

const robots: ReadonlySet<string> = new Set(['crawler', 'headless', 'program']);

/** Whether a user agent that was accepted before is known as a robot now, or is on a list of the operator. */
export function isRobotAgent(agent: string, lists: readonly AgentList[]): boolean {
  return agent !== '' && (lists.some((list) => list.has(agent)) || robots.has(classifyUserAgent(agent).kind));
}
