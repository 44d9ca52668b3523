import { createHash, randomBytes } from 'node:crypto'

/** 128 random bits as URL-safe text, which cannot be guessed. */
export const newToken = (): string => randomBytes(16).toString('base64url')

/** Tokens are looked up by this hash, so that timing reveals nothing about them. */
export const tokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')
