import { createRecentCache } from '#engine/recentCache.ts';
import { readUserAgent, type UserAgent } from '#standards/userAgent.ts';

const maxCachedAgents = 4096;

/** User agents longer than this, in characters, are read each time. */
const maxCachedLength = 512;

/** A reader of user agents that remembers the latest: viewers share some thousands of them. */
export function createUserAgentReader(): (text: string) => UserAgent {
  const cache = createRecentCache<UserAgent>(maxCachedAgents);
  return (text) => {
    if (text.length > maxCachedLength) return readUserAgent(text);
    let agent = cache.get(text);
    if (agent === undefined) {
      agent = readUserAgent(text);
      cache.set(text, agent);
    }
    return agent;
  };
}
