import { LANGUAGE_COOKIE, LANGUAGE_DAYS, type Locale } from '@coffer/contract'
import type { FastifyRequest } from 'fastify'
import { matchInstalled } from '../lib/installed-languages.ts'
import { localeFrom, spokenIn } from '../lib/translate.ts'
import { type CookieDeps, readableCookie } from './session-cookie.ts'

/** The language of a page: the one that was chosen in this browser, else the one it asks for. */
export const preferredLanguage = ({ cookies, headers }: FastifyRequest): Locale | undefined =>
  matchInstalled(cookies[LANGUAGE_COOKIE] ?? '') ?? spokenIn(headers['accept-language'])

/** The language that a call asks for, English by default. */
export const localeOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Locale =>
  localeFrom(headers['accept-language'])

/** Stores a choice for later pages, and for the web app. */
export const languageCookie = (deps: Pick<CookieDeps, 'config'>, locale: Locale): string =>
  readableCookie(deps, { name: LANGUAGE_COOKIE, value: locale, maxAge: LANGUAGE_DAYS * 86_400 })
