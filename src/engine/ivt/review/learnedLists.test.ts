import { expect, test } from 'vitest';
import { parseAgentList } from '../agentList.ts';
import { createDataCenterListReader, emptyDataCenterList } from '../dataCenterList.ts';
import { buildAddressSet } from '../../lists/addressSet.ts';
import type { IpLocation } from '../../targeting/ipLocation.ts';
import { isDataCenterNetwork } from './isDataCenterNetwork.ts';
import { isRobotAgent } from './isRobotAgent.ts';

const nowhere = () => null;

test('a network is a data center’s if the list has all of it, not if it has some addresses', () => {
  const blockedIps = buildAddressSet(['198.51.0.0/16', '203.0.113.0/25', '192.0.2.0', '2001:db8::/32']);
  expect(isDataCenterNetwork('198.51.100.0/24', { blockedIps, dataCenters: emptyDataCenterList }, nowhere)).toBe(true);
  expect(isDataCenterNetwork('2001:db8:1::/48', { blockedIps, dataCenters: emptyDataCenterList }, nowhere)).toBe(true);
  expect(isDataCenterNetwork('203.0.113.0/24', { blockedIps, dataCenters: emptyDataCenterList }, nowhere)).toBe(false);
  expect(isDataCenterNetwork('192.0.2.0/24', { blockedIps, dataCenters: emptyDataCenterList }, nowhere)).toBe(false);
  expect(isDataCenterNetwork('', { blockedIps, dataCenters: emptyDataCenterList }, nowhere)).toBe(false);
});

test('a network is a data center’s if the database names a hosting provider as its owner', () => {
  const ownedBy = (asn: number) => () => ({ asn }) as IpLocation;
  const none = { blockedIps: buildAddressSet([]), dataCenters: emptyDataCenterList };
  expect(isDataCenterNetwork('198.51.100.0/24', none, ownedBy(24_940))).toBe(true);
  expect(isDataCenterNetwork('198.51.100.0/24', none, ownedBy(3320))).toBe(false);
});

test('a network is a data center’s if the fetched list has it or its owner', () => {
  const reader = createDataCenterListReader();
  for (const line of ['198.51.100.0/24', 'AS64500']) reader.readLine(line);
  const lists = { blockedIps: buildAddressSet([]), dataCenters: reader.build() };
  const ownedBy = (asn: number) => () => ({ asn }) as IpLocation;
  expect(isDataCenterNetwork('198.51.100.0/24', lists, nowhere)).toBe(true);
  expect(isDataCenterNetwork('203.0.113.0/24', lists, ownedBy(64_500))).toBe(true);
  expect(isDataCenterNetwork('203.0.113.0/24', lists, nowhere)).toBe(false);
});

test('a user agent is a robot’s if it is listed or names itself; those of apps and unknown ones are not', () => {
  const listed = [parseAgentList(''), parseAgentList('^AcmePlayer/')];
  expect(isRobotAgent('AcmePlayer/3.1', listed)).toBe(true);
  expect(isRobotAgent('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', listed)).toBe(true);
  expect(isRobotAgent('OtherPlayer/1.0', listed)).toBe(false);
  expect(isRobotAgent('', listed)).toBe(false);
});
