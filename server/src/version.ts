/** The version in the package files; a test keeps them equal. */
export const VERSION = '0.1.0'
