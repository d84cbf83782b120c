/** A list of user agents. */
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
 * Parses a list of user agents, one entry per line: text that occurs in the user agent in any case, or starts it after
 * a ^. Lines that start with # are comments. Lines with bars are entries of the IAB robots list: text, active flag,
 * comma-separated exceptions, two flags without effect here, and whether the text starts the user agent.
 */
export function parseAgentList(text: string): AgentList {
  const listed = text.split('\n').flatMap((line) => readLine(line) ?? []);
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

/** Whether a line is an entry that is in effect. */
export function isAgentEntry(line: string): boolean {
  return readLine(line) !== null;
}

function readLine(line: string): ListedAgent | null {
  const entry = line.trim().toLowerCase();
  if (entry === '' || entry.startsWith('#')) return null;
  const [first = '', isActive = '1', exceptions = '', , , isStart = '0'] = entry.split('|').map((part) => part.trim());
  const words = first.startsWith('^') ? first.slice(1) : first;
  if (words === '' || isActive === '0') return null;
  return {
    words,
    isStart: first.startsWith('^') || isStart === '1',
    exceptions: exceptions.split(',').flatMap((each) => each.trim() || []),
  };
}
