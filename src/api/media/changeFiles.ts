import type { CreativeRow, Fault, MediaFile } from '#model/index.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { WriteOutcome } from '#storage/entities/writeRows.ts';
import type { ApiDeps } from '../deps.ts';

/** Returns a creative's files after a change, or the fault of the change. */
export type FilesChange = (files: readonly MediaFile[], row: CreativeRow) => { files: MediaFile[] } | { fault: Fault };

/** Maximum attempts of a change that conflicts with others. */
const tries = 5;

/**
 * Changes the files of a creative, based on their current state; concurrent changes of others are not lost. The creative
 * needs a new review, because it shows another ad.
 */
export async function changeFiles(
  { entities }: Pick<ApiDeps, 'entities'>,
  id: number,
  { scope, author }: { scope: Scope; author: Author },
  change: FilesChange,
): Promise<WriteOutcome<CreativeRow>> {
  for (let left = tries; ; left -= 1) {
    const row = await entities.get('creative', id, scope);
    if (!row) return { type: 'missing' };
    const changed = change(row.files, row);
    if ('fault' in changed) return { type: 'faults', faults: [changed.fault] };
    const given = { files: changed.files, review: 'pending', reviewNote: '' };
    const outcome = await entities.update('creative', id, {}, scope, { author, version: row.version, given });
    const isLate = outcome.type === 'faults' && outcome.faults.every(({ code }) => code === 'changed_since');
    if (!isLate || left <= 1) return outcome;
  }
}

/** Maximum files of one creative, as in the model. */
const maxFiles = 10;

/** Adds a file: videos and audio can have several, all other types one per role. `replaced`: the file it replaces. */
export function addingFile(file: MediaFile, replaced: string | undefined): FilesChange {
  return (files, { type }) => {
    const hasSeveral = type === 'video' || type === 'audio';
    const isSamePlace = (each: MediaFile) =>
      each.role === file.role && (!hasSeveral || each.file === file.file || each.file === replaced);
    const at = files.findIndex(isSamePlace);
    const others = files.filter((each) => !isSamePlace(each));
    if (others.length >= maxFiles) {
      return {
        fault: {
          code: 'too_many',
          message: `A creative can have at most ${maxFiles} files. Remove one first`,
          path: 'file',
        },
      };
    }
    return { files: at < 0 ? [...others, file] : others.toSpliced(at, 0, file) };
  };
}

/** Removes a file. */
export function removingFile(file: string, role: MediaFile['role'] | undefined): FilesChange {
  return (files) => {
    const remaining = files.filter((each) => each.file !== file || (role !== undefined && each.role !== role));
    if (remaining.length < files.length) return { files: remaining };
    return { fault: { code: 'not_found', message: 'The creative does not have this file', path: 'file' } };
  };
}
