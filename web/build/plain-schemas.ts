import { readFile } from 'node:fs/promises'
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

const JSON_SCHEMA_MODULES = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/
const ENGLISH_MESSAGES = /\/zod\/v4\/locales\/en\.js$/

/**
 * Parts of an endpoint that only the server uses. Browsers validate the fields of forms with schemas
 * that have a name of their own, and read the responses of uploads in progress with `interim`.
 */
export const SERVER_PARTS = new Set(['summary', 'params', 'query', 'body', 'response'])

/** Calls that define an endpoint with objects. */
const DEFINING = new Set(['endpoint', 'asGuestEndpoint'])

/**
 * Removes code that only describes schemas: browsers validate with schemas but never convert them
 * to JSON Schema, and bundlers cannot see that. They show translated messages instead of zod's.
 * Parts of endpoints that only the server uses are removed, so that the schemas of responses can be
 * dropped. The server keeps all of it.
 */
export function plainSchemas(): Plugin {
  return {
    name: 'plain-schemas',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/contract\/src\/[\w-]+\.ts$/.test(id) || !/endpoint\(/i.test(code)) return null
      return { code: withoutServerParts(code, id), map: null }
    },
    async load(id) {
      if (ENGLISH_MESSAGES.test(id))
        return "export default () => ({ localeError: () => 'Invalid input' })"
      if (!JSON_SCHEMA_MODULES.test(id)) return null
      const source = await readFile(id, 'utf8')
      const names = source.matchAll(/^export (?:const|function) (\w+)/gm)
      const stub = "() => { throw new Error('Schemas are not described here.') }"
      return [...names].map(([, name]) => `export const ${name} = () => ${stub}`).join('\n')
    },
  }
}

const isServerPart = (property: ESTree.ObjectPropertyKind): boolean =>
  property.type === 'Property' &&
  property.key.type === 'Identifier' &&
  SERVER_PARTS.has(property.key.name)

/** The code of a module of the contract without the parts that only the server uses. */
export function withoutServerParts(code: string, id: string): string {
  const ranges: ESTree.ObjectPropertyKind[] = []
  const visitor = new Visitor({
    CallExpression({ callee, arguments: definitions }) {
      if (callee.type !== 'Identifier' || !DEFINING.has(callee.name)) return
      for (const definition of definitions)
        if (definition.type === 'ObjectExpression')
          ranges.push(...definition.properties.filter(isServerPart))
    },
  })
  visitor.visit(parseSync(id, code).program)
  return ranges
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => {
      const comma = /^\s*,/.exec(rest.slice(end))?.[0].length ?? 0
      return rest.slice(0, start) + rest.slice(end + comma)
    }, code)
}
