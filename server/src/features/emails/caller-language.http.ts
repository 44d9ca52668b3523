import type { Locale } from '@coffer/contract'
import type { FastifyRequest } from 'fastify'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { localeOf } from '../../http/preferred-language.ts'
import { findLanguage } from './email-language.repository.ts'

/** The language of a user's emails, else the one that their call asks for. */
export const languageOfCaller = async (
  { db }: Pick<Deps, 'db'>,
  { userId }: Pick<UserActor, 'userId'>,
  request: FastifyRequest,
): Promise<Locale> => (await findLanguage(db, userId)) ?? localeOf(request)
