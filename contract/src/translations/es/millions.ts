/** What is counted in Spanish, each in its plural. */
const NOUNS =
  'archivos|campos|descargas|días|documentos|elementos|enlaces|líneas|miembros|personas|resultados|subidas|visitas'
const COUNTED = new RegExp(`(\\{\\{count(?:, number)?\\}\\}) (?=(?:${NOUNS})\\b)`, 'u')

/**
 * Spanish has a third form, for whole millions: "1.000.000 de archivos". It follows from the plural,
 * so nobody has to write it.
 */
export function withMillions<T extends Record<string, string>>(messages: T): T {
  const plurals = Object.entries(messages).filter(
    ([key]) => key.endsWith('_other') && key.replace(/_other$/, '_one') in messages,
  )
  const millions = plurals.map(([key, plural]) => [
    key.replace(/_other$/, '_many'),
    plural.replace(COUNTED, '$1 de '),
  ])
  return { ...messages, ...Object.fromEntries(millions) }
}
