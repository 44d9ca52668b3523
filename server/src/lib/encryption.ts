import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 'v1'
const ALGORITHM = 'aes-256-gcm'
const SALT_BYTES = 16
const IV_BYTES = 12
const TAG_BYTES = 16

const keyOf = (secret: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'coffer stored secrets', 32))

/**
 * Encrypts a text under a key of its own, derived from the server's secret and a random salt.
 * @param context what the text is; decrypting needs the same, so that texts can't be swapped
 */
export function encryptText(secret: string, context: string, plainText: string): string {
  const salt = randomBytes(SALT_BYTES)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(secret, salt), iv).setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()])
  const parts = [salt, iv, cipher.getAuthTag(), encrypted]
  return [VERSION, ...parts.map(part => part.toString('base64url'))].join('.')
}

function decryptWith(secret: string, context: string, text: string): string | undefined {
  const [version, ...parts] = text.split('.')
  const [salt, iv, tag, encrypted] = parts.map(part => Buffer.from(part, 'base64url'))
  if (version !== VERSION || !salt || !iv || !encrypted || tag?.length !== TAG_BYTES)
    return undefined
  try {
    const decipher = createDecipheriv(ALGORITHM, keyOf(secret, salt), iv)
      .setAAD(Buffer.from(context))
      .setAuthTag(tag)
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Decrypts a text with the first secret that fits; undefined if none does or it was changed. */
export function decryptText(
  secrets: readonly string[],
  context: string,
  text: string,
): string | undefined {
  for (const secret of secrets) {
    const plainText = decryptWith(secret, context, text)
    if (plainText !== undefined) return plainText
  }
  return undefined
}
