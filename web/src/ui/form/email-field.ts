/**
 * Attributes of a field for one email address. Not `type="email"`, because browsers reject
 * non-ASCII addresses there, and some rewrite their domains.
 */
export const emailField = {
  type: 'text',
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const
