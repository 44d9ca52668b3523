/** What `like … escape '\\'` is given to find text that has these words somewhere in it. */
export const likePattern = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`
