import { joinMessages } from '../join-messages.ts'

/** Plural nouns that follow a count. */
const NOUNS =
  'archivos|campos|descargas|días|documentos|elementos|enlaces|líneas|miembros|personas|resultados|subidas|visitas'
const COUNTED = new RegExp(`(\\{\\{count(?:, number)?\\}\\}) (?=(?:${NOUNS})\\b)`, 'u')

/** Adds the Spanish plural form for whole millions ("1.000.000 de archivos"), derived from the plural. */
export function withMillions<T extends Record<string, string>>(messages: T): T {
  const plurals = Object.entries(messages).filter(
    ([key]) => key.endsWith('_other') && key.replace(/_other$/, '_one') in messages,
  )
  const millions = plurals.map(([key, plural]) => [
    key.replace(/_other$/, '_many'),
    plural.replace(COUNTED, '$1 de '),
  ])
  return joinMessages(messages, Object.fromEntries(millions))
}
