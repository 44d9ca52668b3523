import { createHash, randomBytes } from 'node:crypto'

/** 128 random bits, as text for addresses and cookies: nobody guesses one. */
export const newToken = (): string => randomBytes(16).toString('base64url')

/** What a token is looked up by: how long that takes tells nothing about it. */
export const tokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')
