import { createRecentCache } from '#engine/recentCache.ts';
import { readUserAgent, type UserAgent } from '#standards/userAgent.ts';

const agentsKept = 4096;

/** User agents longer than this, in characters, are read each time. */
const longestKept = 512;

/** A reader of user agents that remembers the latest: viewers share some thousands of them. */
export function rememberedAgents(): (text: string) => UserAgent {
  const kept = createRecentCache<UserAgent>(agentsKept);
  return (text) => {
    if (text.length > longestKept) return readUserAgent(text);
    let agent = kept.get(text);
    if (agent === undefined) {
      agent = readUserAgent(text);
      kept.set(text, agent);
    }
    return agent;
  };
}
