/** User agents that somebody lists. */
export interface AgentList {
  has(agent: string): boolean;
  readonly size: number;
}

interface ListedAgent {
  words: string;
  isStart: boolean;
  exceptions: readonly string[];
}

/**
 * Reads a list of user agents, one a line: words that occur in them in any case, or with ^ before them begin them. A # at
 * the start of a line makes it a remark. Lines with bars are read as those of the IAB's list of robots: words, whether the
 * line is active, exceptions joined by commas, two flags that decide nothing here, and whether the words begin the agent.
 */
export function parseAgentList(text: string): AgentList {
  const listed = text
    .split('\n')
    .map((line) => line.trim())
    .flatMap((line) => (line === '' || line.startsWith('#') ? [] : (readLine(line.toLowerCase()) ?? [])));
  return {
    size: listed.length,
    has(agent) {
      const lower = agent.toLowerCase();
      return listed.some(({ words, isStart, exceptions }) => {
        const isNamed = isStart ? lower.startsWith(words) : lower.includes(words);
        return isNamed && !exceptions.some((exception) => lower.includes(exception));
      });
    },
  };
}

function readLine(line: string): ListedAgent | null {
  const [first = '', isActive = '1', exceptions = '', , , isStart = '0'] = line.split('|').map((part) => part.trim());
  const words = first.startsWith('^') ? first.slice(1) : first;
  if (words === '' || isActive === '0') return null;
  return {
    words,
    isStart: first.startsWith('^') || isStart === '1',
    exceptions: exceptions.split(',').flatMap((each) => each.trim() || []),
  };
}
