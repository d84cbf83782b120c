import { expect, test } from 'vitest';
import type { FileResponse } from '#outbound/fetchFile.ts';
import { createParticipants } from './participants.ts';

const missing: FileResponse = { type: 'answered', status: 404, contentType: '', text: '' };

/** Participants whose domains do not respond until `answer` is called, except those of the partner. */
function open(known: readonly string[]) {
  const { promise, resolve } = Promise.withResolvers<FileResponse>();
  const participants = createParticipants(
    {
      fetchFile: async (url) => {
        return known.some((domain) => url.includes(domain)) ? missing : promise;
      },
    },
    { now: () => 0, isKnown: async (domain) => known.includes(domain) },
  );
  const reads = Array.from({ length: 16 }, (_each, index) => participants.read(`slow${index}.example`));
  return { participants, reads, answer: () => resolve(missing) };
}

test('strangers wait behind slow domains, and participants that are known do not', async () => {
  const { participants, reads, answer } = open(['partner.example']);
  expect(await participants.read('new.example')).toBeNull();
  expect(await participants.read('partner.example')).toEqual({ ok: false, fault: 'dsrdelete_file_not_found' });
  answer();
  expect(await Promise.all(reads)).toHaveLength(16);
  expect(await participants.read('new.example')).toEqual({ ok: false, fault: 'dsrdelete_file_not_found' });
});

test('a domain that is being read is not read twice', async () => {
  const { participants, reads, answer } = open([]);
  const again = participants.read('slow0.example');
  answer();
  expect(await again).toBe(await reads[0]);
});
