import type { Author } from '../entities/changeLog.ts';
import type { Database } from '../entities/database.ts';
import { erasePerson, type EraseOutcome } from './erasePerson.ts';
import { type PersonalData, readPersonalData } from './readPersonalData.ts';

export interface PersonalDataStore {
  /** Everything that is stored about a user, apart from secrets. */
  read(userId: number): Promise<PersonalData>;
  /** Anonymises a user whose login was confirmed. */
  erase(person: { userId: number; login: string }, author: Author): Promise<EraseOutcome>;
}

/** Opens access to the data of persons. */
export function openPersonalData(db: Database): PersonalDataStore {
  return {
    read: (userId) => readPersonalData(db, userId),
    erase: (person, author) => erasePerson(db, person, author),
  };
}
