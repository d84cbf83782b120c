import { createRecentCache } from '#engine/recentCache.ts';
import { readUserAgent, type UserAgent } from '#standards/userAgent.ts';

const maxCachedAgents = 4096;

/** User agents longer than this, in characters, are parsed each time. */
const maxCachedLength = 512;

/** Creates a parser of user agents with a cache of the latest ones: viewers share a few thousand. */
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
