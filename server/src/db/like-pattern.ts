/** The pattern of `like … escape '\\'` that finds a text anywhere in a value. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
