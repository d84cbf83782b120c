/** A rule of a robots.txt. The longest rule that matches a path applies. */
interface RobotsRule {
  isAllowed: boolean;
  path: string;
}

/**
 * Whether a robots.txt (RFC 9309) allows this crawler to read a path with its query. Groups that name the crawler take
 * precedence over those for all.
 */
export function isAllowedByRobots(text: string, agent: string, path: string): boolean {
  const groups = readGroups(text);
  const named = groups.filter(({ agents }) =>
    agents.some((each) => each !== '' && agent.toLowerCase().startsWith(each)),
  );
  const rules = (named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'))).flatMap(
    (group) => group.rules,
  );
  let decisive: RobotsRule = { isAllowed: true, path: '' };
  for (const rule of rules) {
    if (!fits(rule.path, path)) continue;
    const isLonger = rule.path.length > decisive.path.length;
    if (isLonger || (rule.path.length === decisive.path.length && rule.isAllowed)) decisive = rule;
  }
  return decisive.isAllowed;
}

function readGroups(text: string): { agents: string[]; rules: RobotsRule[] }[] {
  const groups: { agents: string[]; rules: RobotsRule[] }[] = [];
  let isNaming = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const match = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line);
    const [name, value] = [match?.[1]?.toLowerCase() ?? '', match?.[2]?.trim() ?? ''];
    if (name === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(value.toLowerCase());
      isNaming = true;
    } else if (name === 'allow' || name === 'disallow') {
      isNaming = false;
      // An empty rule disallows nothing.
      if (value !== '') groups.at(-1)?.rules.push({ isAllowed: name === 'allow', path: value });
    }
  }
  return groups;
}

/** Whether a rule's path matches: `*` matches anything, `$` the end. */
function fits(rule: string, path: string): boolean {
  const isAnchored = rule.endsWith('$');
  const [head = '', ...parts] = (isAnchored ? rule.slice(0, -1) : rule).split('*');
  if (!path.startsWith(head)) return false;
  let at = head.length;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    // The last part has to match the end, wherever else it occurs.
    const found = isAnchored && isLast ? path.lastIndexOf(part) : path.indexOf(part, at);
    if (found < at) return false;
    at = found + part.length;
  }
  return !isAnchored || at === path.length;
}
