import type { Locale } from '@coffer/contract'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { findLanguage } from './email-language.repository.ts'

/** The language of a user's emails, else the one that their call asks for. */
export const languageOfCaller = async (
  { db }: Pick<Deps, 'db'>,
  { userId }: Pick<UserActor, 'userId'>,
  asked: Locale,
): Promise<Locale> => (await findLanguage(db, userId)) ?? asked
