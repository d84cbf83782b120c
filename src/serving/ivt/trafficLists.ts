import { readFile } from 'node:fs/promises';
import { buildAddressSet } from '#engine/lists/addressSet.ts';
import { parseAgentList, type AgentList } from '#engine/ivt/agentList.ts';
import type { ListSet } from '#engine/lists/listSet.ts';
import { errorText } from '#runtime/log/describeError.ts';

/** Paths of the operator's list files; undefined where there is none. */
export interface TrafficListFiles {
  blockedIps?: string | undefined;
  blockedAgents?: string | undefined;
  trustedIps?: string | undefined;
}

/** Addresses and user agents that the operator blocks or trusts. */
export interface TrafficLists {
  blockedIps: ListSet;
  blockedAgents: AgentList;
  trustedIps: ListSet;
}

/** Reads the operator's lists. An unreadable file is reported and treated as empty. */
export async function readTrafficLists(files: TrafficListFiles, warn: (text: string) => void): Promise<TrafficLists> {
  const textOf = async (path: string | undefined): Promise<string> => {
    if (path === undefined) return '';
    try {
      return await readFile(path, 'utf8');
    } catch (error) {
      warn(`${path} could not be read and is ignored: ${errorText(error)}`);
      return '';
    }
  };
  const addressesOf = async (path: string | undefined): Promise<ListSet> => {
    const lines = (await textOf(path)).split('\n').map((line) => line.replace(/#.*/, '').trim());
    const members = lines.filter((line) => line !== '');
    const set = buildAddressSet(members);
    if (set.size < members.length) {
      warn(`${path}: ${members.length - set.size} lines are neither IP addresses nor IP ranges and are ignored`);
    }
    return set;
  };
  return {
    blockedIps: await addressesOf(files.blockedIps),
    blockedAgents: parseAgentList(await textOf(files.blockedAgents)),
    trustedIps: await addressesOf(files.trustedIps),
  };
}
